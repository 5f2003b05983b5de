interface ImportMeta {
  readonly env: { readonly BASE_URL: string };
}
declare module '*.css';

/** A style sheet that holds below the class `report` alone (scripts/console.mjs). */
declare module '*?within=report';
