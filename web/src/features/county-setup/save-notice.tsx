import { Button, Group, Text } from '@mantine/core'
import { getErrorMessage } from '../../lib/api/errors.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import type { SetupDocumentState } from './document/use-setup-document.ts'

type SaveStateProps = { source: Pick<SetupDocumentState, 'state' | 'isConflict' | 'reload' | 'save'> }

/** Why the last change is not saved, and what can be done about it. */
export function SaveNotice({ source: { state, isConflict, reload, save } }: SaveStateProps) {
  if (state.status !== 'FAILED') return null
  return (
    <Notice tone={isConflict ? 'warn' : 'bad'}>
      <Group gap="6px 12px">
        {isConflict
          ? 'This source was changed in another tab. Your last change is not saved.'
          : getErrorMessage(state.error)}
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => void (isConflict ? reload() : save().catch(() => {}))} // the state tells of another failure
        >
          {isConflict ? 'Show the newest' : 'Try Again'}
        </Button>
        {!isConflict && (
          <Button size="compact-sm" variant="default" onClick={() => void reload()}>
            Undo
          </Button>
        )}
      </Group>
    </Notice>
  )
}

const labels = {
  SAVED: 'All changes saved',
  SAVING: 'Saving…',
  INCOMPLETE: 'Enter the missing value to save',
  FAILED: 'Not saved',
}

export const SaveStatus = ({ source: { state } }: SaveStateProps) => (
  <Text fz="sm" c="dimmed" role="status">
    {labels[state.status]}
  </Text>
)
