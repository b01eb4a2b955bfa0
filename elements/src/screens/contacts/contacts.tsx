import { useState } from 'react'
import { useText } from '../../texts/texts.ts'
import { ContactList } from './contact-list.tsx'
import { createListMemory } from './list-memory.ts'

/** The customer's contacts (section 2, Contacts screen): their list, or the form of one of them in its place. */
export default function Contacts() {
  const text = useText()
  const [memory] = useState(createListMemory)
  return (
    <>
      <h1>{text('contacts.heading')}</h1>
      <ContactList memory={memory} onEdit={() => undefined} onAdd={() => undefined} />
    </>
  )
}
