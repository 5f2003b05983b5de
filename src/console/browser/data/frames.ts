/** Work that the screen needs at most once a frame, however often it is asked for. */

const waiting = new Set<() => void>();
let isAsked = false;

/** Runs `work` before the next frame is drawn; asked for twice, it runs once. */
export function beforeFrame(work: () => void): void {
  waiting.add(work);
  if (isAsked) return;
  isAsked = true;
  requestAnimationFrame(() => {
    isAsked = false;
    const works = [...waiting];
    waiting.clear();
    for (const each of works) each();
  });
}
