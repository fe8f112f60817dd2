import { account, type Me } from '@dooryard/contract/identity/account'
import { ProfileChange, type User } from '@dooryard/contract/identity/users'
import { Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { BadgeCheck } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { mergeSaved, pickChanges, toUserTexts } from '../../entities/user/user-form.ts'
import { useEndpointMutation } from '../../lib/api/use-endpoint-mutation.ts'
import { currentUserQuery } from '../../lib/session/current-user-query.ts'
import { session } from '../../lib/session/session.ts'
import { Panel } from '../../ui/display/panel.tsx'
import { type Field, FormFields } from '../../ui/form/form-fields.tsx'
import { LeaveGuard } from '../../ui/form/leave-guard.tsx'
import { useSchemaForm, useSingleFlight } from '../../ui/form/use-schema-form.ts'
import { showSuccessToast } from '../../ui/toasts/toasts.ts'
import classes from './settings.module.css'

type ProfileValues = Record<keyof ProfileChange, string>

const nameFields: Field<ProfileValues>[] = [
  { name: 'firstName', label: 'First name', autoComplete: 'given-name' },
  { name: 'lastName', label: 'Last name', autoComplete: 'family-name' },
]

const contactFields: Field<ProfileValues>[] = [
  { name: 'phone', label: 'Phone', type: 'tel', autoComplete: 'tel' },
  { name: 'companyName', label: 'Company', autoComplete: 'organization' },
]

const addressFields: Field<ProfileValues>[] = [
  { name: 'address_street', label: 'Street', autoComplete: 'address-line1' },
  { name: 'address_apt_suite', label: 'Apartment or suite', autoComplete: 'address-line2' },
  { name: 'address_city', label: 'City', autoComplete: 'address-level2' },
  { name: 'address_state', label: 'State', autoComplete: 'address-level1' },
  { name: 'address_zip', label: 'ZIP code', autoComplete: 'postal-code' },
  { name: 'address_country', label: 'Country', autoComplete: 'country-name' },
]

const toValues = (user: User): ProfileValues => toUserTexts(user, ProfileChange.keyof().options)

function useProfileForm(user: User) {
  const cache = useQueryClient()
  const [saved, setSaved] = useState(() => toValues(user))
  const form = useSchemaForm(ProfileChange, saved)
  const change = useEndpointMutation(account.change, {
    onSuccess: (user) => {
      session.update({ user })
      cache.setQueryData<Me>(currentUserQuery().queryKey, (known) => known && { ...known, user })
    },
  })
  const runExclusive = useSingleFlight()
  const changed = pickChanges(saved, form.values)
  const submit = form.submit((sent) =>
    runExclusive((release) =>
      change.mutate(
        { body: changed },
        {
          onSuccess: (user) => {
            const answer = toValues(user)
            setSaved(answer)
            form.setValues((typed) => mergeSaved(sent, { ...sent, ...typed }, answer))
            showSuccessToast('Profile saved')
          },
          onError: form.showRefusal,
          onSettled: release,
        },
      ),
    ),
  )
  const discard = () => {
    form.setValues(saved)
    form.clearErrors()
  }
  return { form, submit, discard, isSaving: change.isPending, isChanged: Object.keys(changed).length > 0 }
}

/** The sign-in address, which cannot be changed. */
const EmailField = ({ user }: { user: User }) => (
  <TextInput
    label="Email"
    type="email"
    description="Used to sign in. Change it in Account settings."
    value={user.email}
    readOnly
    autoComplete="off"
    styles={{ root: { gridColumn: '1 / -1' }, input: { background: 'var(--raised)' } }}
    rightSectionWidth={104}
    rightSection={
      user.emailVerifiedAt && (
        <Group component="span" gap={4} c="var(--mantine-color-good-light-color)" fz="sm" fw={500}>
          <BadgeCheck size={16} aria-hidden="true" />
          Verified
        </Group>
      )
    }
  />
)

type SaveBarProps = { isChanged: boolean; isSaving: boolean; onDiscard: () => void }

function SaveBar({ isChanged, isSaving, onDiscard }: SaveBarProps) {
  useEffect(() => {
    // The bar that appears on the first change must not cover the changed field.
    if (isChanged) document.activeElement?.scrollIntoView({ block: 'nearest' })
  }, [isChanged])
  return (
    <Group justify="flex-end" gap={8} className={classes.saveBar} data-changed={isChanged || undefined}>
      {isChanged && (
        <>
          <Text c="dimmed" fz="sm" flex="1 1 auto" visibleFrom="sm">
            Unsaved changes
          </Text>
          <Button variant="default" onClick={onDiscard} disabled={isSaving}>
            Discard changes
          </Button>
        </>
      )}
      <Button type="submit" loading={isSaving} disabled={!isChanged}>
        Save
      </Button>
    </Group>
  )
}

const FieldPanel = ({ title, children }: { title: string; children: ReactNode }) => (
  <Panel title={title}>
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing={20} verticalSpacing={16} style={{ alignItems: 'start' }}>
      {children}
    </SimpleGrid>
  </Panel>
)

/** The user's name and address. */
export function ProfileForm({ user }: { user: User }) {
  const { form, submit, discard, isSaving, isChanged } = useProfileForm(user)
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <Stack gap="var(--screen-gap)">
        <FieldPanel title="Personal details">
          <FormFields form={form} fields={nameFields} />
          <EmailField user={user} />
          <FormFields form={form} fields={contactFields} />
        </FieldPanel>
        <FieldPanel title="Address">
          <FormFields form={form} fields={addressFields} />
        </FieldPanel>
        <SaveBar isChanged={isChanged} isSaving={isSaving} onDiscard={discard} />
        <LeaveGuard
          when={() => isChanged}
          title="Leave without saving?"
          text="Your changes to your profile will be lost."
          leave="Leave"
          asksOnReload
        />
      </Stack>
    </form>
  )
}
