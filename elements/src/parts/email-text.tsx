import { Fragment } from 'react'

const whole = { display: 'inline-block' } as const

/**
 * Renders an e-mail address, or a sentence that contains one or the days of an event. If a line has no room for all of
 * it, the line breaks before it, then after `@`, then after `.`, `-` or `_`, and not within a word.
 */
export function EmailText({ children }: { children: string }) {
  const words = children.match(/\d\S* – \d\S*|\S+/g) ?? []
  return words.map((word, index) => (
    <Fragment key={index}>
      {index > 0 && ' '}
      {/[@–]./.test(word) ? (word.match(/[^@]+@?|@/g) ?? []).map((half, of) => <Half key={of}>{half}</Half>) : word}
    </Fragment>
  ))
}

function Half({ children }: { children: string }) {
  const pieces = children.match(/[^._-]+[._-]*|[._-]+/g) ?? []
  return (
    <span style={whole}>
      {pieces.map((piece, index) => (
        <Fragment key={index}>
          {piece}
          <wbr />
        </Fragment>
      ))}
    </span>
  )
}
