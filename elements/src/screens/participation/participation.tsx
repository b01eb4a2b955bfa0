import { JobType } from '@customer-center/contract/job'
import { QueryState } from '../../forms/query-state.tsx'
import { useParticipant } from '../../forms/use-participant.ts'
import { JobList } from '../../jobs/job-list.tsx'
import { useJobs } from '../../jobs/use-jobs.ts'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useText } from '../../texts/texts.ts'
import { ParticipationForm } from './participation-form.tsx'

/** Confirmations that somebody took part in an event (section 2, Participation confirmation screen). */
export default function Participation() {
  const text = useText()
  const choice = useParticipant()
  const { jobs, add } = useJobs(JobType.participationConfirmation, choice.own)
  return (
    <>
      <h1>{text('participation.heading')}</h1>
      <QueryState query={choice.query} failed={text('participant.failed')} skeleton={<Skeleton rows={6} />}>
        {() => <ParticipationForm choice={choice} add={add} />}
      </QueryState>
      <JobList header={text('participation.heading')} jobs={jobs} />
    </>
  )
}
