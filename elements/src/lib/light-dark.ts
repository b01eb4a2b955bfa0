/**
 * Returns css as it is; with only the light colours, and light controls, for a browser without `light-dark()`, such as
 * Safari before 17.5.
 */
export function withLightDark(css: string): string {
  if (CSS.supports('color:light-dark(red,red)')) return css
  return `${css.replaceAll(/light-dark\(([^,(]+),[^()]+\)/g, '$1')}*{color-scheme:light}`
}
