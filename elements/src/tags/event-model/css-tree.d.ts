/** The modules of css-tree that do without its tables of properties (12 of 49 kB); its types declare only the whole package. */
declare module 'css-tree/parser' {
  import type { parse } from 'css-tree'
  const part: typeof parse
  export default part
}

declare module 'css-tree/walker' {
  import type { walk } from 'css-tree'
  const part: typeof walk
  export default part
}

declare module 'css-tree/generator' {
  import type { generate } from 'css-tree'
  const part: typeof generate
  export default part
}
