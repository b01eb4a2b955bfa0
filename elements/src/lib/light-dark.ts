/**
 * Leaves the light colours alone where the browser has no `light-dark()`, as Safari before 17.5, and with them light
 * controls.
 */
export function withLightDark(css: string): string {
  if (CSS.supports('color:light-dark(red,red)')) return css
  return `${css.replaceAll(/light-dark\(([^,(]+),[^()]+\)/g, '$1')}*{color-scheme:light}`
}
