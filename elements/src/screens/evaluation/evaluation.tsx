import { useQuery } from '@tanstack/react-query'
import { useAppContext } from '../../context/app-context.ts'
import { evaluations } from '../../data/evaluation.ts'
import { EmptyScreen } from '../../forms/empty-screen.tsx'
import { QueryState } from '../../forms/query-state.tsx'
import { useParticipant } from '../../forms/use-participant.ts'
import { ScreenSkeleton } from '../../parts/screen-skeleton.tsx'
import { useText } from '../../texts/texts.ts'
import { EvaluationForm } from './evaluation-form.tsx'

const skeleton = <ScreenSkeleton route="confirmations/evaluation" />

/** Reports over a company's events (section 2, Evaluation screen); hidden until a provider enables it by `routeRights`. */
export default function EvaluationScreen() {
  const text = useText()
  const choice = useParticipant()
  const query = useQuery(evaluations(useAppContext()))
  return (
    <>
      <h1>{text('evaluation.heading')}</h1>
      <QueryState
        query={query}
        failed={text('evaluation.loadFailed')}
        skeleton={skeleton}
        empty={<EmptyScreen route="confirmations/evaluation" message={text('evaluation.empty')} />}
      >
        {(offer) => (
          <QueryState query={choice.query} failed={text('participant.failed')} skeleton={skeleton}>
            {() => <EvaluationForm offer={offer} choice={choice} />}
          </QueryState>
        )}
      </QueryState>
    </>
  )
}
