import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { allCustomerFields } from '@customer-center/contract/customer'
import type { FieldSpec } from '@customer-center/contract/field-codes'
import { type AppContext, useAppContext } from '../../context/app-context.ts'
import { changeCustomer, customer } from '../../data/customer.ts'
import { customerFormFields, type FormField, labelIn } from '../../data/field.ts'
import { type FieldChoices, possibleValues, optionsOf } from '../../data/possible-values.ts'
import type { RowValues } from '../../data/row-values.ts'
import { CountryField, PostcodeField } from '../../forms/address-fields.tsx'
import { GroupedFields } from '../../forms/grouped-fields.tsx'
import { History } from '../../forms/history.tsx'
import { allQueries, QueryState } from '../../forms/query-state.tsx'
import { RowSelect, RowTextField } from '../../forms/row-fields.tsx'
import { type RowForm, useRowForm } from '../../forms/use-row-form.ts'
import { routeAfterSave } from '../../forms/use-save.ts'
import { useValidators } from '../../forms/use-validators.ts'
import { ErrorSummary } from '../../parts/fields/error-summary.tsx'
import { FormActions } from '../../parts/fields/form-actions.tsx'
import { Form } from '../../parts/fields/form.tsx'
import { EmptyState } from '../../parts/lists/empty-state.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useText } from '../../texts/texts.ts'

export const readAhead = (app: AppContext, queries: QueryClient) =>
  Promise.all([
    queries.prefetchQuery(customerFormFields(app)),
    queries.prefetchQuery(customer(app)),
    queries.prefetchQuery(possibleValues(app))
  ])

/** Renders the company's own data. */
export default function Customer() {
  const text = useText()
  const app = useAppContext()
  const fields = useQuery(customerFormFields(app))
  const row = useQuery(customer(app, fields.data))
  const choices = useQuery(possibleValues(app))
  return (
    <>
      <h1 part="heading">{text('customer.heading')}</h1>
      <QueryState
        query={allQueries(row, fields, choices)}
        failed={text('customer.failed')}
        skeleton={<Skeleton rows={6} />}
        empty={<EmptyState message={text('form.empty')} />}
        isEmpty={([, { length }]) => length === 0}
      >
        {([customerRow, formFields, fieldChoices]) => (
          <CustomerForm row={customerRow} fields={formFields} choices={fieldChoices} />
        )}
      </QueryState>
    </>
  )
}

interface CustomerFormProps {
  row: RowValues
  fields: readonly FormField<CustomerFieldName>[]
  choices: FieldChoices<CustomerFieldName>
}

const company = {}
const historyMap = { noun: 'customer', fields: allCustomerFields } as const

export function CustomerForm({ row, fields, choices }: CustomerFormProps) {
  const text = useText()
  const app = useAppContext()
  const queries = useQueryClient()
  const query = customer(app, fields)

  const labelOf = (name: string) => {
    // Swiss German has no ß, whatever the provider's list says. All other labels are the same in every language
    //.
    if (name === 'street' && app.language === 'ch') return text('customer.streetSwiss')
    return labelIn(fields, name, text)
  }
  const { form, field, submit, saving, changed, notice, refused } = useRowForm({
    resource: 'customer',
    asksBeforeLeaving: true,
    stored: row,
    labelOf,
    reload: () => queries.fetchQuery({ ...query, staleTime: 0 }),
    send: (changes, base) => changeCustomer(app, changes, base),
    statusOf: (_values, _data, saved) => ({ message: saved(text('customer.heading')), route: 'mydata/companydata' }),
    onSaved: () => void queries.invalidateQueries({ queryKey: query.queryKey }),
    leave: () => app.navigate(routeAfterSave(app.config), { unguarded: true })
  })

  const stored = form.formState.defaultValues ?? {}
  return (
    <>
      <Form onSubmit={submit} aria-busy={saving}>
        <ErrorSummary errors={refused} />
        <GroupedFields identity={text('group.company')} fields={fields} table={allCustomerFields} saving={saving}>
          {(one) => (
            <CustomerField
              key={one.name}
              descriptor={one}
              label={labelOf(one.name)}
              stored={String(stored[one.name] ?? '')}
              choices={choices[one.name]}
              country={form.watch('country')}
              field={field}
            />
          )}
        </GroupedFields>
        {notice && <Notice tone="warning">{notice}</Notice>}
        <FormActions saving={saving} changed={changed} disabled={!changed} />
      </Form>
      <History
        of={company}
        map={historyMap}
        labelOf={labelOf}
        choiceOf={(name, value) => choices[name as CustomerFieldName]?.find(({ key }) => key === value)?.value}
      />
    </>
  )
}

export type CustomerFieldName = keyof typeof allCustomerFields

interface CustomerFieldProps {
  descriptor: FormField<CustomerFieldName>
  label: string
  stored: string
  choices: Parameters<typeof optionsOf>[0]
  /** The present country. */
  country: string | boolean | undefined
  field: RowForm['field']
}

/** Renders a field of the company: a compare field is a drop-down, all others are inputs. */
export function CustomerField({ descriptor, label, stored, choices, country, field }: CustomerFieldProps) {
  const text = useText()
  const validators = useValidators()
  const { name, required } = descriptor
  const spec: FieldSpec = allCustomerFields[name]
  const common = { name, spec, label, required, readOnly: descriptor.readOnly || spec.use !== 'both', stored, field }
  if (name.startsWith('compareField')) {
    return (
      <RowSelect
        {...common}
        options={optionsOf(choices, stored)}
        placeholder={text('field.choose')}
        validators={required ? [validators.required] : []}
      />
    )
  }
  if (name === 'country') return <CountryField {...common} />
  const input = { ...common, autoComplete: spec.form?.autoComplete }
  if (name === 'plz') return <PostcodeField {...input} country={country} />
  const own = name === 'emailAddress' ? [validators.email(stored)] : []
  return <RowTextField {...input} validators={own} />
}
