import { type ComponentProps, useId, useRef } from 'react'
import { extendedRightsInfo, type RightsInfoRow, simpleRightsInfo } from '@customer-center/contract/contact-rules'
import { rightName, type RightName } from '@customer-center/contract/rights'
import { useAppContext } from '../../../context/app-context.ts'
import { offeredRights, rightLabel } from '../../../data/rights.ts'
import { RowSelect } from '../../../forms/row-fields.tsx'
import { Button } from '../../../parts/button.tsx'
import { type TableColumn, DataTable } from '../../../parts/lists/data-table.tsx'
import { type TextId, useText } from '../../../texts/texts.ts'
import { rightOptions } from './contact-form-texts.ts'
import '../../../parts/dialogs/dialog.css'
import './rights-field.css'

/** Renders the shop right with the table that explains it. A stored right that is no longer offered stays. */
export function RightsField(props: Omit<ComponentProps<typeof RowSelect>, 'options'>) {
  const text = useText()
  const { extendedWebshopRights: extended } = useAppContext().config
  const current = rightName(Number(props.stored))
  const offered = offeredRights(extended)
  const rights = offered.includes(current) ? offered : [...offered, current]
  return (
    <RowSelect {...props} options={rightOptions(rights, extended, text)} action={<RightsInfo extended={extended} />} />
  )
}

/** Shows the permissions of each right, in a native popover. Escape and a click outside close it. */
function RightsInfo({ extended }: { extended: boolean }) {
  const text = useText()
  const id = useId()
  const open = useRef<HTMLButtonElement>(null)
  const close = useRef<HTMLButtonElement>(null)
  const table = useRef<HTMLDialogElement>(null)
  const columns = useRightsColumns(extended)

  // Browsers restore the focus, but not in every shadow tree. A click outside has already moved it.
  function settleFocus(newState: string, dialog: HTMLElement) {
    if (newState === 'open') return close.current?.focus()
    const root = open.current?.getRootNode()
    const focused = root instanceof ShadowRoot ? root.activeElement : document.activeElement
    if (!focused || dialog.contains(focused)) open.current?.focus()
  }

  return (
    <>
      <Button
        ref={open}
        popoverTarget={id}
        aria-label={text('rightsInfo.open')}
        onClick={() => hasPopover() || table.current?.showModal()}
      >
        {text('rightsInfo.button')}
      </Button>
      <dialog
        ref={table}
        id={id}
        popover="auto"
        className="kc-dialog kc-rights-info"
        part="dialog"
        aria-labelledby={`${id}-title`}
        onToggle={(event) => settleFocus(event.newState, event.currentTarget)}
      >
        <header>
          <h2 id={`${id}-title`} part="heading">
            {text('rightsInfo.heading')}
          </h2>
          <Button
            ref={close}
            popoverTarget={id}
            popoverTargetAction="hide"
            onClick={() => hasPopover() || table.current?.close()}
          >
            {text('rightsInfo.close')}
          </Button>
        </header>
        <DataTable
          caption={text('rightsInfo.heading')}
          columns={columns}
          rows={extended ? extendedRightsInfo : simpleRightsInfo}
          keyOf={(row) => row.id}
        />
      </dialog>
    </>
  )
}

/** Returns a column with the actions, and one for each right that allows anything. */
function useRightsColumns(extended: boolean): TableColumn<RightsInfoRow>[] {
  const text = useText()
  const rights = offeredRights(extended).filter((right) => right !== 'none')
  return [
    {
      id: 'action',
      header: text('rightsInfo.action'),
      cell: (row) => text(`rightsInfo.${row.id}` as TextId),
      card: 'line'
    },
    ...rights.map((right) => ({
      id: right,
      header: text(rightLabel(right, extended)),
      cell: allowing(right)
    }))
  ]
}

/** Safari has popovers from 17 on, Firefox from 125. */
const hasPopover = () => 'popover' in HTMLElement.prototype

function allowing(right: RightName) {
  return (row: RightsInfoRow) => <RightAllowance row={row} right={right} />
}

function RightAllowance({ row, right }: { row: RightsInfoRow; right: RightName }) {
  const text = useText()
  const allowed = row.allowed.includes(right)
  return (
    <span className={allowed ? 'kc-allowed' : 'kc-forbidden'}>
      <span aria-hidden="true">{allowed ? '✓' : '–'}</span>
      <span className="kc-hidden">{text(allowed ? 'contact.yes' : 'contact.no')}</span>
    </span>
  )
}
