import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { currentUserQuery } from '../../lib/session/current-user-query.ts'
import { Panel } from '../../ui/display/panel.tsx'
import { LoadFailure } from '../../ui/feedback/state-view.tsx'
import { SettingsFrame } from '../../ui/layout/frames/settings-frame.tsx'
import { PicturePanel } from './picture/picture-panel.tsx'
import { ProfileForm } from './profile-form.tsx'

function Profile() {
  const { data, error, refetch } = useQuery(currentUserQuery())
  if (error && !data) {
    return (
      <Panel>
        <LoadFailure what="Your profile" error={error} onRetry={() => void refetch()} />
      </Panel>
    )
  }
  if (!data) {
    return (
      <div role="status" aria-label="Loading your profile">
        <Skeleton height={187} radius="md" mb={24} />
        <Skeleton height={340} radius="md" mb={24} />
        <Skeleton height={280} radius="md" />
      </div>
    )
  }
  return (
    <>
      <PicturePanel user={data.user} />
      <ProfileForm user={data.user} />
    </>
  )
}

export const ProfileScreen = () => (
  <SettingsFrame title="Profile">
    <Profile />
  </SettingsFrame>
)
