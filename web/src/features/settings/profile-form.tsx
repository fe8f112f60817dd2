import { ProfileChange, type User } from '@dooryard/contract/users'
import { Button, TextInput } from '@mantine/core'
import { BadgeCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Panel } from '../../ui/display/panel.tsx'
import { LeaveGuard } from '../../ui/form/leave-guard.tsx'
import { useSchemaForm, useSingleFlight } from '../../ui/form/use-schema-form.ts'
import { toastDone } from '../../ui/toasts/toasts.ts'
import classes from './profile.module.css'
import { afterSave, profileChange, profileValues } from './profile-rules.ts'
import { useChangeProfile } from './settings.data.ts'

function useProfileForm(user: User) {
  const [saved, setSaved] = useState(() => profileValues(user))
  const form = useSchemaForm(ProfileChange, saved)
  const change = useChangeProfile()
  const singly = useSingleFlight()
  const changed = profileChange(saved, form.values)
  const submit = form.submit((sent) =>
    singly((land) =>
      change.mutate(changed, {
        onSuccess: (user) => {
          const answer = profileValues(user)
          setSaved(answer)
          form.setValues((typed) => afterSave(sent, { ...sent, ...typed }, answer))
          toastDone('Your profile is saved')
        },
        onError: form.showRefusal,
        onSettled: land,
      }),
    ),
  )
  const discard = () => {
    form.setValues(saved)
    form.clearErrors()
  }
  return { form, submit, discard, isSaving: change.isPending, isChanged: Object.keys(changed).length > 0 }
}

/** The address that the user signs in with, which stays. */
function EmailField({ user }: { user: User }) {
  return (
    <TextInput
      label="Email"
      type="email"
      description="You sign in with it, and it cannot be changed."
      value={user.email}
      readOnly
      autoComplete="off"
      className={classes.wide}
      classNames={{ input: classes.fixed }}
      rightSectionWidth={104}
      rightSection={
        user.emailVerifiedAt && (
          <span className={classes.verified}>
            <BadgeCheck size={16} aria-hidden="true" />
            Verified
          </span>
        )
      }
    />
  )
}

type SaveBarProps = { isChanged: boolean; isSaving: boolean; onDiscard: () => void }

function SaveBar({ isChanged, isSaving, onDiscard }: SaveBarProps) {
  useEffect(() => {
    // The bar that comes up with the first change must not cover where it was made.
    if (isChanged) document.activeElement?.scrollIntoView({ block: 'nearest' })
  }, [isChanged])
  return (
    <div className={classes.actions} data-changed={isChanged || undefined}>
      {isChanged && <p>You have changes that are not saved.</p>}
      {isChanged && (
        <Button variant="default" onClick={onDiscard} disabled={isSaving}>
          Discard changes
        </Button>
      )}
      <Button type="submit" loading={isSaving} disabled={!isChanged}>
        Save
      </Button>
    </div>
  )
}

/** Who the user is and where, as they say it themselves. */
export function ProfileForm({ user }: { user: User }) {
  const { form, submit, discard, isSaving, isChanged } = useProfileForm(user)
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <Panel title="About you">
        <div className={classes.fields}>
          <TextInput label="First name" autoComplete="given-name" {...form.getInputProps('firstName')} />
          <TextInput label="Last name" autoComplete="family-name" {...form.getInputProps('lastName')} />
          <EmailField user={user} />
          <TextInput label="Phone" type="tel" autoComplete="tel" {...form.getInputProps('phone')} />
          <TextInput label="Company" autoComplete="organization" {...form.getInputProps('companyName')} />
        </div>
      </Panel>
      <Panel title="Address">
        <div className={classes.fields}>
          <TextInput label="Street" autoComplete="address-line1" {...form.getInputProps('address_street')} />
          <TextInput
            label="Apartment or suite"
            autoComplete="address-line2"
            {...form.getInputProps('address_apt_suite')}
          />
          <TextInput label="City" autoComplete="address-level2" {...form.getInputProps('address_city')} />
          <TextInput label="State" autoComplete="address-level1" {...form.getInputProps('address_state')} />
          <TextInput label="ZIP code" autoComplete="postal-code" {...form.getInputProps('address_zip')} />
          <TextInput label="Country" autoComplete="country-name" {...form.getInputProps('address_country')} />
        </div>
      </Panel>
      <SaveBar isChanged={isChanged} isSaving={isSaving} onDiscard={discard} />
      <LeaveGuard
        when={() => isChanged}
        title="Leave without saving?"
        text="What you changed in your profile is not saved yet."
        leave="Leave"
        asksOnReload
      />
    </form>
  )
}
