import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { allInvoiceAddressFields, InvoiceAddressSalutation } from '@customer-center/contract/invoice-address'
import { useAppContext } from '../../context/app-context.ts'
import {
  addresseeOf,
  changeInvoiceAddress,
  emptyInvoiceAddress,
  invoiceAddresses,
  type ListedInvoiceAddress,
  loadInvoiceAddress,
  invoiceAddressFieldMap
} from '../../data/invoice-address.ts'
import { optionsOf } from '../../data/possible-values.ts'
import { CountryField, PostcodeField } from '../../forms/address-fields.tsx'
import { GroupedFields } from '../../forms/grouped-fields.tsx'
import { History } from '../../forms/history.tsx'
import { RowSelect, RowTextField } from '../../forms/row-fields.tsx'
import { type RowForm, useRowForm } from '../../forms/use-row-form.ts'
import { useValidators } from '../../forms/use-validators.ts'
import { findAddedRow } from '../../lib/find-added-row.ts'
import { idempotencyKeys } from '../../lib/idempotency-key.ts'
import { FormActions, type FormFault } from '../../parts/fields/form-actions.tsx'
import { Form } from '../../parts/fields/form.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useText } from '../../texts/texts.ts'

interface InvoiceAddressFormProps {
  /** The stored address; null for a new one. */
  listed: ListedInvoiceAddress | null
  /** Called with the number of the address; null if the server does not send it. */
  onSaved: (no: string | null) => void
  onCancel: () => void
}

/** The form's fields in their order, with the country. */
const names = [
  'salutation',
  'title',
  'name1',
  'name',
  'name2',
  'postNominalTitle',
  'street',
  'plz',
  'place',
  'country'
] as const
type FormName = (typeof names)[number]
const isFormField = (name: string): name is FormName => (names as readonly string[]).includes(name)
const requiredInputs: readonly string[] = ['name', 'street', 'plz', 'place']

export function InvoiceAddressForm({ listed, onSaved, onCancel }: InvoiceAddressFormProps) {
  const text = useText()
  const { config, saveStatus } = useAppContext()
  const formNames = names.filter((name) => config.format.has(invoiceAddressFieldMap, name))
  const rowForm = useInvoiceAddressForm(formNames, { listed, onSaved })
  const { form, submit, saving, changed, valid, notice } = rowForm
  const fault = useFault(formNames, rowForm)
  const no = listed?.address.no ?? null

  const salutations = Object.entries(InvoiceAddressSalutation).map(([name, value]) => ({
    key: String(value),
    value: text(`salutation.${name as keyof typeof InvoiceAddressSalutation}`)
  }))
  return (
    <>
      {listed && <p className="kc-subheading">{addresseeOf(listed.address)}</p>}
      <Form onSubmit={changed ? submit : leave} aria-busy={saving}>
        <GroupedFields
          identity={text('group.recipient')}
          fields={formNames.map((name) => ({ name }))}
          table={allInvoiceAddressFields}
          saving={saving}
          // The name of a company is long, and a company has no first name.
          alone={Number(form.watch('salutation')) === InvoiceAddressSalutation.company ? 'name1' : undefined}
        >
          {({ name }) => <InvoiceAddressField key={name} name={name} rowForm={rowForm} salutations={salutations} />}
        </GroupedFields>
        {notice && <Notice tone="warning">{notice}</Notice>}
        <FormActions
          saving={saving}
          changed={changed}
          disabled={!valid}
          fault={valid ? null : fault}
          onCancel={onCancel}
        />
      </Form>
      {no !== null && (
        <History
          of={{ no }}
          map={invoiceAddressFieldMap}
          labelOf={(name) => text(isFormField(name) ? `invoiceAddress.${name}` : 'field.label')}
          choiceOf={(name, value) =>
            name === 'salutation' ? salutations.find(({ key }) => key === value)?.value : undefined
          }
        />
      )}
    </>
  )

  /** Leaves the form after a submit without changes, which has nothing to send. */
  function leave(event: { preventDefault: () => void }) {
    event.preventDefault()
    saveStatus.set({ message: text('save.unchanged') })
    onSaved(no)
  }
}

function useInvoiceAddressForm(
  formNames: readonly FormName[],
  { listed, onSaved }: Pick<InvoiceAddressFormProps, 'listed' | 'onSaved'>
): RowForm {
  const text = useText()
  const app = useAppContext()
  const queries = useQueryClient()
  const [keyOf] = useState(idempotencyKeys)
  const keys = listed && { company: listed.address.company, id: listed.address.id, no: listed.address.no }
  // The list may be loading again, as right after a save: then the form gets the address from the new list.
  const { data: rows } = useQuery({ ...invoiceAddresses(app), refetchOnMount: false })
  const current = listed && rows?.find(({ address }) => address.no === listed.address.no)
  return useRowForm({
    resource: 'invoice-address',
    asksBeforeLeaving: true,
    validateOnBlur: true,
    stored: (current ?? listed)?.row ?? emptyInvoiceAddress,
    labelOf: (name) => text(`invoiceAddress.${name as FormName}`),
    reload: () => (keys ? loadInvoiceAddress(app, keys) : Promise.resolve(emptyInvoiceAddress)),
    send: async (changes, base) => {
      const no = await changeInvoiceAddress(app, formNames, keys, changes, base, keys ? undefined : keyOf(changes))
      if (keys || no !== null || !rows) return no
      // A backend that does not name a new address has it in its list.
      const after = await queries.fetchQuery({ ...invoiceAddresses(app), staleTime: 0 }).catch(() => rows)
      return findAddedRow(rows, after, ({ address }) => address.no)?.address.no ?? null
    },
    statusOf: (values, no, saved) => {
      const name = [values['name1'], values['name']].filter(Boolean).join(' ')
      return { message: keys ? saved(name) : text('save.savedName', { name }), row: no ?? keys?.no ?? null }
    },
    onSaved: () => void queries.invalidateQueries({ queryKey: invoiceAddresses(app).queryKey }),
    leave: onSaved
  })
}

/** Returns the first fault that keeps the address from being saved; an empty field shows no message of its own. */
function useFault(formNames: readonly FormName[], { form }: RowForm): FormFault | null {
  const text = useText()
  const { required } = useValidators()
  const values = form.watch()
  const errorOf = (name: FormName) => form.formState.errors[name]?.message
  const isEmpty = (name: FormName) =>
    requiredInputs.includes(name) && required(String(values[name] ?? ''), values) !== undefined
  const name = formNames.find((one) => isEmpty(one) || errorOf(one))
  if (!name) return null
  const label = text(`invoiceAddress.${name}`)
  return {
    message: isEmpty(name)
      ? text('form.fillIn', { label })
      : text('form.error', { label, message: errorOf(name) ?? '' }),
    isShown: errorOf(name) !== undefined,
    show: () => form.setFocus(name)
  }
}

interface InvoiceAddressFieldProps {
  name: FormName
  rowForm: RowForm
  salutations: Parameters<typeof optionsOf>[0]
}

function InvoiceAddressField({ name, rowForm: { form, field }, salutations }: InvoiceAddressFieldProps) {
  const text = useText()
  const stored = String(form.formState.defaultValues?.[name] ?? '')
  const common = { name, spec: allInvoiceAddressFields[name], label: text(`invoiceAddress.${name}`), stored, field }
  if (name === 'salutation')
    return <RowSelect {...common} options={optionsOf(salutations, stored)} placeholder={text('field.choose')} />
  if (name === 'country') return <CountryField {...common} />
  const input = { ...common, required: requiredInputs.includes(name) }
  if (name === 'plz') return <PostcodeField {...input} country={form.watch('country')} />
  return <RowTextField {...input} />
}
