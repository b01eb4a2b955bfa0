import { type ReactNode, type Ref, useId } from 'react'
import './profile-section.css'

interface ProfileSectionProps {
  ref?: Ref<HTMLElement>
  heading: string
  hint: string
  children: ReactNode
}

export function ProfileSection({ ref, heading, hint, children }: ProfileSectionProps) {
  const id = useId()
  return (
    <section ref={ref} className="kc-profile-section" aria-labelledby={id}>
      <h2 id={id} part="heading">
        {heading}
      </h2>
      <p>{hint}</p>
      {children}
    </section>
  )
}
