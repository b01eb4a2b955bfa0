import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef, useState } from 'react'

interface Contact {
  readonly ASP_VORNAME: string | null
  readonly ASP_NACHNAME: string | null
  readonly ASP_ANZEIGEEMAIL: string | null
  readonly ASP_SHOPRECHTE: number
  readonly ASP_AKTIV: boolean
}

const { token = '', fields = '' } = Object.fromEntries(new URLSearchParams(location.search))
const rights = ['Keine Zugangsberechtigung', 'Administrator', 'Shopzugang', 'Teilnehmer', 'Shopzugang']

/**
 * The least page that lists ten thousand contacts: the same call, the rows in sight, and a plain search in both orders
 * of the names.
 */
export default function ContactTable() {
  const [contacts, setContacts] = useState<Contact[]>([])
  const [search, setSearch] = useState('')
  useEffect(() => {
    const load = async () => {
      const answer = await fetch(`/api/contact?RES_FIELDS=${fields}`, { headers: { authorization: token } })
      setContacts(((await answer.json()) as { responseData: Contact[] }).responseData)
    }
    void load()
  }, [])
  const rows = useMemo(() => {
    const wanted = search.toLowerCase()
    return contacts.filter(({ ASP_VORNAME, ASP_NACHNAME, ASP_AKTIV }) => {
      const name = `${ASP_VORNAME ?? ''} ${ASP_NACHNAME ?? ''} ${ASP_VORNAME ?? ''}`.toLowerCase()
      return ASP_AKTIV && name.includes(wanted)
    })
  }, [contacts, search])
  const box = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLTableRowElement>({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => 61,
    overscan: 4
  })
  const items = virtualizer.getVirtualItems()
  const before = items[0]?.start ?? 0
  const after = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)
  return (
    <>
      <input type="search" aria-label="Suche" value={search} onChange={(event) => setSearch(event.target.value)} />
      <div ref={box} className="box">
        <table>
          <thead>
            <tr>
              <th>Name</th>
              <th>E-Mail</th>
              <th>Berechtigung</th>
              <th aria-label="Bearbeiten" />
            </tr>
          </thead>
          <tbody>
            {before > 0 && <tr style={{ blockSize: before }} />}
            {items.map(({ index, key }) => {
              const { ASP_VORNAME, ASP_NACHNAME, ASP_ANZEIGEEMAIL, ASP_SHOPRECHTE } = rows[index]!
              return (
                <tr key={key} ref={virtualizer.measureElement} data-index={index}>
                  <td>{`${ASP_VORNAME} ${ASP_NACHNAME}`}</td>
                  <td>{ASP_ANZEIGEEMAIL ?? '-'}</td>
                  <td>{rights[ASP_SHOPRECHTE]}</td>
                  <td>
                    <button type="button">Bearbeiten</button>
                  </td>
                </tr>
              )
            })}
            {after > 0 && <tr style={{ blockSize: after }} />}
          </tbody>
        </table>
      </div>
    </>
  )
}
