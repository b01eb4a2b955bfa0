import { JobType } from '@customer-center/contract/job'
import { QueryState } from '../../forms/query-state.tsx'
import { useParticipant } from '../../forms/use-participant.ts'
import { JobList } from '../../jobs/job-list.tsx'
import { useJobs } from '../../jobs/use-jobs.ts'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useText } from '../../texts/texts.ts'
import { EducationForm } from './education-form.tsx'

/** Hour records: the events of a participant in a period (section 2, Education passport screen). */
export default function Education() {
  const text = useText()
  const choice = useParticipant()
  const { jobs, add } = useJobs(JobType.educationPassport, choice.own)
  return (
    <>
      <h1>{text('education.heading')}</h1>
      <QueryState query={choice.query} failed={text('participant.failed')} skeleton={<Skeleton rows={6} />}>
        {() => <EducationForm choice={choice} add={add} />}
      </QueryState>
      <JobList header={text('education.heading')} jobs={jobs} />
    </>
  )
}
