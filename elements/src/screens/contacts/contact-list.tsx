import { useEffect, useRef, useState } from 'react'
import type { ListedContact } from '../../data/contact.ts'
import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/text-field.tsx'
import { SelectField } from '../../parts/select-field.tsx'
import { useText } from '../../texts/texts.ts'
import { addStyles } from '../../theme/sheet.ts'
import css from './contact-list.css?inline'
import { FoundContacts } from './found-contacts.tsx'
import type { ListMemory, Status } from './list-memory.ts'

addStyles(css)

interface ContactListProps {
  memory: ListMemory
  onEdit: (contact: ListedContact) => void
  onAdd: () => void
  onHidden: () => void
}

/** Filter, search and table of the customer's contacts (section 2, Contacts screen). */
export function ContactList({ memory, onEdit, onAdd, onHidden }: ContactListProps) {
  const text = useText()
  const [{ status, search }, setChosen] = useState(memory.read)
  const add = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (memory.read().opened !== 'new') return
    memory.keep({ opened: null })
    add.current?.focus()
  }, [memory])

  function choose(part: { status: Status } | { search: string }) {
    memory.keep(part)
    setChosen(memory.read())
  }

  return (
    <>
      <div className="kc-contact-tools">
        <TextField
          label={text('contacts.search')}
          type="search"
          maxLength={200}
          autoComplete="off"
          value={search}
          onChange={(event) => choose({ search: event.target.value })}
        />
        <SelectField
          label={text('contacts.status')}
          value={status}
          options={[
            { value: '1', label: text('contacts.active') },
            { value: '0', label: text('contacts.inactive') }
          ]}
          onChange={(event) => choose({ status: event.target.value as Status })}
        />
        <Button ref={add} kind="primary" disabled={status === '0'} onClick={onAdd}>
          {text('contacts.add')}
        </Button>
      </div>
      <FoundContacts memory={memory} status={status} search={search} onEdit={onEdit} onHidden={onHidden} />
    </>
  )
}
