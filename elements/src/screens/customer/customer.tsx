import { type QueryClient, useQuery } from '@tanstack/react-query'
import { type AppContext, useAppContext } from '../../context/app-context.ts'
import { customer } from '../../data/customer.ts'
import { customerFormFields } from '../../data/field.ts'
import { compareFieldChoices } from '../../data/possible-values.ts'
import { allQueries, QueryState } from '../../forms/query-state.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useText } from '../../texts/texts.ts'
import { CustomerForm } from './customer-form.tsx'

export const readAhead = (app: AppContext, queries: QueryClient) =>
  Promise.all([
    queries.prefetchQuery(customerFormFields(app)),
    queries.prefetchQuery(customer(app)),
    queries.prefetchQuery(compareFieldChoices(app))
  ])

/** The company's own data (section 2, Company data screen). */
export default function Customer() {
  const text = useText()
  const app = useAppContext()
  const fields = useQuery(customerFormFields(app))
  const row = useQuery(customer(app, fields.data))
  const choices = useQuery(compareFieldChoices(app))
  return (
    <>
      <h1>{text('customer.heading')}</h1>
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
