import { useQuery } from '@tanstack/react-query'
import { useCenter } from '../../client/center.ts'
import { evaluations } from '../../data/evaluation.ts'
import { FormState } from '../../forms/form-state.tsx'
import { useParticipant } from '../../forms/use-participant.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { useText } from '../../texts/texts.ts'
import { EvaluationForm } from './evaluation-form.tsx'

/** Reports over a company's events (section 2, Evaluation screen); open to nobody until a provider's `routeRights` say so. */
export default function EvaluationScreen() {
  const text = useText()
  const choice = useParticipant()
  const offer = useQuery(evaluations(useCenter()))
  return (
    <>
      <h1>{text('evaluation.heading')}</h1>
      <FormState readings={[offer]} failed={text('evaluation.loadFailed')}>
        {() =>
          offer.data?.length ? (
            <FormState readings={[choice.reading]} failed={text('participant.failed')}>
              {() => <EvaluationForm offer={offer.data} choice={choice} />}
            </FormState>
          ) : (
            <EmptyState message={text('evaluation.empty')} />
          )
        }
      </FormState>
    </>
  )
}
