/** The looks of the page at /docs: system fonts, light and dark as the reader has it, one column on a phone. */
export const STYLE = `
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #57606a; --paper: #ffffff; --panel: #f5f7f9; --line: #d5dae0;
  --link: #0550ae; --write: #9a3412; --read: #116329; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ed; --soft: #9aa4af; --paper: #12161b; --panel: #1b2129;
  --line: #343c47; --link: #7cb7ff; --write: #ffb086; --read: #7ee2a0; } }
* { box-sizing: border-box; }
html { scroll-behavior: smooth; scroll-padding-top: 1rem; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -100vw; } .skip:focus { left: 1rem; top: 1rem; background: var(--paper); padding: .5rem; }
.layout { display: grid; grid-template-columns: 16rem minmax(0, 1fr); max-width: 80rem; margin: 0 auto; }
nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; padding: 1.5rem 1rem;
  border-right: 1px solid var(--line); font-size: .9rem; }
nav h2 { font-size: .9rem; margin: 1rem 0 .25rem; color: var(--soft); }
nav ul { list-style: none; margin: 0; padding: 0; } nav a { display: block; padding: .15rem .25rem; text-decoration: none; overflow-wrap: anywhere; }
nav a:hover { text-decoration: underline; }
main { padding: 1.5rem 2rem 4rem; min-width: 0; }
h1 { line-height: 1.2; margin-top: 0; } h2 { margin-top: 3rem; } h3 { margin: 0 0 .25rem; overflow-wrap: anywhere; } h4 { margin: 1.25rem 0 .25rem; font-size: 1rem; }
article { border-top: 1px solid var(--line); padding: 1.5rem 0; }
p { margin: .5rem 0; max-width: 46rem; }
code, pre { font-family: ui-monospace, monospace; font-size: .88em; }
code { overflow-wrap: anywhere; }
pre { background: var(--panel); border: 1px solid var(--line); padding: .75rem; overflow-x: auto; }
.tag { font-size: .85rem; margin-right: .75rem; color: var(--soft); } .write { color: var(--write); } .read { color: var(--read); }
table { border-collapse: collapse; width: 100%; font-size: .92rem; }
th, td { text-align: left; vertical-align: top; padding: .3rem .75rem .3rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
th { color: var(--soft); font-weight: 600; }
summary { cursor: pointer; padding: .3rem 0; color: var(--link); }
@media (max-width: 48rem) {
  .layout { display: block; }
  nav { position: static; max-height: 16rem; border-right: 0; border-bottom: 1px solid var(--line); }
  nav a { padding: .4rem .25rem; }
  main { padding: 1rem 1rem 3rem; }
  thead { position: absolute; left: -100vw; }
  tr { display: block; border-bottom: 1px solid var(--line); padding: .4rem 0; } td { display: block; border: 0; padding: 0; }
}
`;
