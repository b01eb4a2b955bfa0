import { useCenter } from '../../client/center.ts'
import { type NameParts, shownName } from '../../data/contact.ts'

/** A name by the option contactNameFormat (section 3): the last name in bold, a comma, first name and titles; else as one speaks. */
export function ContactName({ name }: { name: NameParts }) {
  const { bold, plain } = shownName(name, useCenter().config)
  return (
    <>
      {bold && <b>{bold}</b>}
      {plain}
    </>
  )
}
