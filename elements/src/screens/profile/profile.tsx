import { useQuery } from '@tanstack/react-query'
import { useCenter } from '../../client/center.ts'
import { ownWebshopUser } from '../../data/webshop-user.ts'
import { FormState } from '../../forms/form-state.tsx'
import { useText } from '../../texts/texts.ts'
import { ProfileForm } from './profile-form.tsx'

/** Who is logged in, to see and to change (section 2, User profile screen). */
export default function Profile() {
  const text = useText()
  const row = useQuery(ownWebshopUser(useCenter()))
  return (
    <>
      <h1>{text('profile.heading')}</h1>
      <FormState readings={[row]} failed={text('profile.failed')}>
        {() => row.data && <ProfileForm row={row.data} />}
      </FormState>
    </>
  )
}
