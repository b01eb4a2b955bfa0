import { useCenter } from '../../client/center.ts'
import { fullName, type NameParts, restOfName } from '../../data/contact.ts'

/** A name by the option contactNameFormat (section 3): the last name in bold, a comma, first name and titles; else as one speaks. */
export function ContactName({ name }: { name: NameParts }) {
  const { config } = useCenter()
  if (!config.contactNameFormat) return fullName(name)
  const rest = restOfName(name)
  return (
    <>
      <b>{name.lastName}</b>
      {name.lastName && rest ? `, ${rest}` : rest}
    </>
  )
}
