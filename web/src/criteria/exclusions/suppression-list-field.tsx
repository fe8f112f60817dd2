import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { Stack } from '@mantine/core'
import { setCriteriaValue } from '../edit-criteria.ts'
import { UploadListButton } from '../suppression-lists/upload-list-button.tsx'
import { ExclusionSelect } from './exclusion-select.tsx'

type SuppressionListFieldProps = { criteria: Criteria; onChange: (criteria: Criteria) => void }

/** Chooses the suppression lists to exclude, and uploads another in place. */
export function SuppressionListField({ criteria, onChange }: SuppressionListFieldProps) {
  const chosen = criteria.exclude?.suppressionListIds ?? []
  return (
    <Stack gap={4} miw={0}>
      <ExclusionSelect exclusion="suppressionListIds" criteria={criteria} onChange={onChange} />
      <UploadListButton
        label="Upload a suppression list"
        onUploaded={({ id }) => onChange(setCriteriaValue(criteria, 'exclude', 'suppressionListIds', [...chosen, id]))}
      />
    </Stack>
  )
}
