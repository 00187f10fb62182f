// Where the documentation lies beside the page: `montego serve` and static hosts have it under `docs/`.

export function docsLink(name: string): string {
  return new URL(`docs/${name}.html`, document.baseURI).href
}
