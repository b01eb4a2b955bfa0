import { Fragment } from 'react'

/** An e-mail address, or a sentence with one, which a narrow column breaks after `@`, `.`, `-` or `_` and not within a word. */
export function EmailText({ children }: { children: string }) {
  const pieces = children.match(/[^@._-]+[@._-]*|[@._-]+/g) ?? []
  return pieces.map((piece, index) => (
    <Fragment key={index}>
      {piece}
      <wbr />
    </Fragment>
  ))
}
