import { allCustomerFields } from '@customer-center/contract/customer'
import { useQueryClient } from '@tanstack/react-query'
import { useAppContext } from '../../context/app-context.ts'
import type { RowValues } from '../../data/row-values.ts'
import { changeCustomer, customer } from '../../data/customer.ts'
import type { FormField } from '../../data/field.ts'
import { type Choices, withSentKeys } from '../../data/possible-values.ts'
import { GroupedFields } from '../../forms/grouped-fields.tsx'
import { History } from '../../forms/history.tsx'
import { routeAfterSave } from '../../forms/route-after-save.ts'
import { useRowForm } from '../../forms/use-row-form.ts'
import { ErrorSummary } from '../../parts/error-summary.tsx'
import { FormActions } from '../../parts/form-actions.tsx'
import { Form } from '../../parts/form.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useText } from '../../texts/texts.ts'
import { CustomerField, type CustomerFieldName } from './customer-field.tsx'

interface CustomerFormProps {
  row: RowValues
  fields: readonly FormField<CustomerFieldName>[]
  choices: Choices<CustomerFieldName>
}

const company = {}
const historyMap = { noun: 'customer', fields: allCustomerFields } as const

/** The fields of the shop's list in groups. */
export function CustomerForm({ row, fields, choices }: CustomerFormProps) {
  const text = useText()
  const app = useAppContext()
  const queries = useQueryClient()
  const query = customer(app, fields)

  const labelOf = (name: string) => {
    // Swiss German has no ß, whatever the provider's list says; otherwise labels are the same in every language (section 1).
    if (name === 'street' && app.language === 'ch') return text('customer.streetSwiss')
    return fields.find((field) => field.name === name)?.label ?? text('field.label')
  }
  const { form, field, submit, saving, changed, notice, refused } = useRowForm({
    resource: 'customer',
    asksBeforeLeaving: true,
    stored: row,
    labelOf,
    reload: () => queries.fetchQuery({ ...query, staleTime: 0 }),
    send: (changes, base) => changeCustomer(app, withSentKeys(changes, choices), base),
    onSaved: () => void queries.invalidateQueries({ queryKey: query.queryKey }),
    leave: () => app.navigate(routeAfterSave(app.config), { unguarded: true })
  })

  const stored = form.formState.defaultValues ?? {}
  return (
    <>
      <Form onSubmit={submit} aria-busy={saving}>
        <ErrorSummary errors={refused} />
        <GroupedFields identity={text('group.company')} fields={fields} saving={saving}>
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
        <FormActions saving={saving} disabled={!changed} />
      </Form>
      <History
        of={company}
        map={historyMap}
        labelOf={labelOf}
        choiceOf={(name, value) => choices[name as CustomerFieldName]?.find(({ key }) => String(key) === value)?.value}
      />
    </>
  )
}
