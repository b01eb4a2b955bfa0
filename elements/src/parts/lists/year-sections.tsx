import { Fragment, type ReactNode } from 'react'
import { useText } from '../../texts/texts.ts'
import type { YearSection } from './by-year.ts'

interface YearSectionsProps<Row> {
  sections: readonly YearSection<Row>[]
  /** Level of the headings. */
  level: 2 | 3
  /** Renders the rows of a section, whose own headings have the level `below`. */
  children: (rows: readonly Row[], below: 2 | 3 | 4) => ReactNode
}

/** Renders the rows of a list below the headings of their years, if it has these. */
export function YearSections<Row>({ sections, level, children }: YearSectionsProps<Row>) {
  const text = useText()
  const Heading = `h${level}` as const
  return sections.map(({ heading, rows }) => (
    <Fragment key={heading}>
      {heading !== null && (
        <Heading part={level === 2 ? 'heading' : undefined}>{heading || text('list.withoutDate')}</Heading>
      )}
      {children(rows, heading === null ? level : level === 2 ? 3 : 4)}
    </Fragment>
  ))
}
