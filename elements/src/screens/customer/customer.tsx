import { useQuery } from '@tanstack/react-query'
import { useCenter } from '../../client/center.ts'
import { customer } from '../../data/customer.ts'
import { customerFormFields } from '../../data/field.ts'
import { compareFieldChoices } from '../../data/possible-values.ts'
import { FormState } from '../../forms/form-state.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { useText } from '../../texts/texts.ts'
import { CustomerForm } from './customer-form.tsx'

/** The company's own data (section 2, Company data screen). */
export default function Customer() {
  const text = useText()
  return (
    <>
      <h1>{text('customer.heading')}</h1>
      <CustomerData />
    </>
  )
}

function CustomerData() {
  const text = useText()
  const center = useCenter()
  const row = useQuery(customer(center))
  const fields = useQuery(customerFormFields(center))
  const choices = useQuery(compareFieldChoices(center))
  return (
    <FormState readings={[row, fields, choices]} failed={text('customer.failed')}>
      {() =>
        row.data && fields.data && choices.data && fields.data.length > 0 ? (
          <CustomerForm row={row.data} fields={fields.data} choices={choices.data} />
        ) : (
          <EmptyState message={text('form.empty')} />
        )
      }
    </FormState>
  )
}
