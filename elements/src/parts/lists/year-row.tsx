import { useText } from '../../texts/texts.ts'

/** The heading of a year's rows in a table: headings lead through the page, and `rowgroup` says what it belongs to. */
export function YearRow({ year, columns }: { year: string; columns: number }) {
  const text = useText()
  return (
    <tr className="kc-year">
      <th scope="rowgroup" colSpan={columns}>
        <h2 part="heading">{year || text('list.withoutDate')}</h2>
      </th>
    </tr>
  )
}
