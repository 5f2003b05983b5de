/** Marks the heading of the outline whose section is read. */
export function followOutline(): void {
  const links = new Map(
    [...document.querySelectorAll<HTMLAnchorElement>('.outline a')].map((link) => [
      decodeURIComponent(link.hash.slice(1)),
      link,
    ]),
  );
  const headings = [...document.querySelectorAll('main h2, main h3')].filter(({ id }) => links.has(id));
  if (headings.length === 0) return;
  const mark = (): void => {
    // The one above a fifth of the window is read; at the end of a page, the last.
    const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2 && scrollY > 0;
    const line = isAtEnd ? innerHeight : innerHeight / 5;
    const read = headings.findLast((heading) => heading.getBoundingClientRect().top <= line);
    for (const [id, link] of links) {
      if (id === read?.id) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  };
  let isWaiting = false;
  document.addEventListener(
    'scroll',
    () => {
      if (isWaiting) return;
      isWaiting = true;
      requestAnimationFrame(() => {
        isWaiting = false;
        mark();
      });
    },
    { passive: true },
  );
  mark();
}
