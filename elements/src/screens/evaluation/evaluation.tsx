import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { today } from '@customer-center/contract/dates'
import { evaluationNoticeMs } from '@customer-center/contract/limits'
import { useAppContext } from '../../context/app-context.ts'
import { type ListedEvaluation, evaluationParameter, evaluations, runEvaluation } from '../../data/evaluation.ts'
import { CreateForm } from '../../forms/create-form.tsx'
import { EmptyScreen } from '../../forms/empty-screen.tsx'
import { type ParticipantChoice, ParticipantField, useParticipant } from '../../forms/participant-field.tsx'
import { PeriodFields, usePeriod } from '../../forms/period-fields.tsx'
import { QueryState } from '../../forms/query-state.tsx'
import { timers } from '../../lib/timers.ts'
import { useAction } from '../../parts/dialogs/use-action.ts'
import { openDocumentTab } from '../../parts/documents/document-tab.ts'
import { useShowDocument } from '../../parts/documents/use-show-document.ts'
import { Fields } from '../../parts/fields/form.tsx'
import { SelectField } from '../../parts/fields/select-field.tsx'
import { Notice } from '../../parts/notice.tsx'
import { ScreenSkeleton } from '../../parts/skeleton.tsx'
import { useText } from '../../texts/texts.ts'

const skeleton = <ScreenSkeleton route="confirmations/evaluation" />

/**
 * Renders reports on a company's events. Hidden until a provider enables it by
 * `routeRights`.
 */
export default function EvaluationScreen() {
  const text = useText()
  const choice = useParticipant()
  const query = useQuery(evaluations(useAppContext()))
  return (
    <>
      <h1 part="heading">{text('evaluation.heading')}</h1>
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

/** Returns the first period: from the first of the current month until today. */
const thisMonth = () => ({ from: `${today().slice(0, 7)}-01`, to: today() })

interface EvaluationFormProps {
  offer: readonly ListedEvaluation[]
  choice: ParticipantChoice
}

/** Renders the choice of evaluation, participant and period, and 'Öffnen'. */
export function EvaluationForm({ offer, choice }: EvaluationFormProps) {
  const text = useText()
  const app = useAppContext()
  const show = useShowDocument()
  const { run } = useAction()
  const choiceOfPeriod = usePeriod(thisMonth)
  const { period } = choiceOfPeriod
  const [picked, setPicked] = useState('')
  const [notices, setNotices] = useState(0)
  // Evaluations without an interface have no id of their own.
  const evaluation = offer[picked === '' && offer.length > 1 ? -1 : Number(picked)]
  const { chosen: participant } = choice
  const valid = evaluation !== undefined && participant !== undefined && choiceOfPeriod.isValid

  useEffect(() => (notices ? timers.after(evaluationNoticeMs, () => setNotices(0)) : undefined), [notices])

  async function open() {
    if (!evaluation || !participant) return
    // The tab opens synchronously in the click, or a pop-up blocker would prevent it.
    const tab = openDocumentTab(text('document.loading'))
    setNotices((count) => count + 1)
    await run(async () => {
      try {
        const parameter = evaluationParameter(evaluation, participant, period.from, period.to)
        show(await runEvaluation(app, evaluation, parameter), tab)
      } catch (error) {
        tab?.close()
        setNotices(0)
        throw error
      }
    }, 'evaluation.failed')
  }

  return (
    <CreateForm label={text('evaluation.open')} ready={valid} onCreate={open}>
      <Fields>
        <SelectField
          label={text('evaluation.evaluation')}
          options={offer.map(({ interfaceId, caption }, index) => ({
            value: String(index),
            label: caption ?? String(interfaceId ?? index + 1)
          }))}
          placeholder={text('field.choose')}
          value={evaluation ? picked || '0' : ''}
          onChange={({ target }) => setPicked(target.value)}
        />
        <ParticipantField {...choice} />
      </Fields>
      <Fields>
        <PeriodFields {...choiceOfPeriod} />
      </Fields>
      {notices > 0 && <Notice>{text('evaluation.notice')}</Notice>}
    </CreateForm>
  )
}
