/**
 * A program for a page. It lists the texts below these elements whose contrast is lower than WCAG AA requires: 4.5 to 1, or
 * 3 to 1 for large text. A background that is partly transparent is blended with those behind it.
 */
export const contrastsBelow = (selector: string): string =>
  `((selector) => {${CONTRASTS}})(${JSON.stringify(selector)})`;

const CONTRASTS = String.raw`
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const over = (colours) => {
    canvas.clearRect(0, 0, 1, 1);
    for (const colour of colours) {
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
    }
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const luminance = (colour) => {
    const [r, g, b] = colour.map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const backgrounds = (element) => {
    const list = [];
    for (let at = element; at; at = at.parentElement) list.unshift(getComputedStyle(at).backgroundColor);
    return list;
  };
  const found = [];
  for (const root of document.querySelectorAll(selector)) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (node.data.trim() === '' || !element.checkVisibility()) continue;
      const style = getComputedStyle(element);
      const behind = backgrounds(element);
      const [dark, light] = [luminance(over(behind)), luminance(over([...behind, style.color]))].sort((a, b) => a - b);
      const size = parseFloat(style.fontSize);
      const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
      const ratio = (light + 0.05) / (dark + 0.05);
      if (ratio < (isLarge ? 3 : 4.5)) found.push(element.className + ' "' + node.data.slice(0, 40) + '" ' + ratio.toFixed(2));
    }
  }
  return [...new Set(found)];
`;
