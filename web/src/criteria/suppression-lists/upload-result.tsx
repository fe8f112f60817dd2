import type { SuppressionList } from '@dooryard/contract/data/suppression-lists'
import { Button, Stack, Text } from '@mantine/core'
import { formatNumber, pluralize } from '../../lib/format/format.ts'
import { DescriptionList } from '../../ui/display/description-list.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { DialogActions } from '../../ui/form/mutation-dialog.tsx'
import { describeUpload } from './list-labels.ts'
import { RejectedRows } from './rejected-rows.tsx'

type UploadResultProps = {
  list: SuppressionList
  /** The list before the file was added to it. */
  before: SuppressionList | undefined
  onClose: () => void
}

/** What became of the rows of a file, with those that could not be read. */
export function UploadResult({ list, before, onClose }: UploadResultProps) {
  const { entries, matches, rowsRead, rowsRejected } = list
  const outcome = describeUpload(list)
  const added = entries - (before?.entries ?? 0)
  const rejected = rowsRejected - (before?.rowsRejected ?? 0)
  return (
    <Stack gap={16}>
      <Notice tone={outcome.tone}>{outcome.text}</Notice>
      <DescriptionList
        isNumeric
        items={[
          { label: 'Rows read', value: formatNumber(rowsRead - (before?.rowsRead ?? 0)) },
          { label: before ? 'Entries added' : 'Unique entries', value: formatNumber(added) },
          before && { label: 'Entries in the list', value: formatNumber(entries) },
          { label: 'Properties that match', value: formatNumber(matches) },
        ]}
      />
      {rejected > 0 && (
        <div>
          <Text fz="sm" fw={550} mb={6}>
            {pluralize(rejected, 'row')} rejected
          </Text>
          <RejectedRows rows={list.rejected} count={rejected} />
        </div>
      )}
      <DialogActions>
        <Button data-autofocus onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Stack>
  )
}
