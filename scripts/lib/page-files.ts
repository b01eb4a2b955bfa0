/** Returns the files whose text a page has in code blocks with a title, ` ```ts title="src/main.ts" `. */
export function filesOfPage(page: string): Map<string, string> {
  const blocks = page.matchAll(/^( *)```\w+ title="([^"]+)"\n([^]*?)^ *```$/gm)
  return new Map(
    [...blocks].map(([, indent = '', name = '', text = '']) => [
      name,
      text.replaceAll(new RegExp(`^${indent}`, 'gm'), '')
    ])
  )
}
