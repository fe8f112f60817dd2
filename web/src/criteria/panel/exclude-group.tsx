import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { Group, Stack } from '@mantine/core'
import { pluralize } from '../../lib/format/format.ts'
import { setCriteriaValue } from '../edit-criteria.ts'
import { type ExclusionKey, exclusionKeys } from '../exclusions/exclusion-kinds.ts'
import { useExclusionPicker } from '../exclusions/exclusions.data.ts'
import { CheckBox } from '../inputs/check-box.tsx'
import { CheckList } from '../inputs/check-list.tsx'
import { TextButton } from '../inputs/text-button.tsx'
import { UploadListButton } from '../suppression-lists/upload-list-button.tsx'

type ExcludeProps = { criteria: Criteria; onChange: (criteria: Criteria) => void }

/** The records of a kind to exclude, where the user has any; suppression lists can also be uploaded. */
function ExcludedRecords({ recordKey, criteria, onChange }: ExcludeProps & { recordKey: ExclusionKey }) {
  const { kind, value, choose, choices, hasAny, isPending, isStale, setText, empty } = useExclusionPicker(
    recordKey,
    criteria,
    onChange,
  )
  const canUpload = recordKey === 'suppressionListIds' && !isPending
  if (!hasAny && !canUpload) return null
  return (
    <Stack gap={4} align="stretch">
      {hasAny && (
        <CheckList
          label={kind.label}
          none="None"
          choices={choices.map(({ id, name, description, refusal }) => ({
            value: id,
            label: name,
            ...(description && { description }),
            disabledReason: refusal,
          }))}
          isStale={isStale}
          value={value}
          onChange={choose}
          onSearch={setText}
          empty={empty}
        />
      )}
      {canUpload && (
        <UploadListButton
          label={hasAny ? 'Upload a list' : 'Upload a suppression list'}
          onUploaded={({ id }) => choose([...value, id])}
        />
      )}
    </Stack>
  )
}

/** Exclusions: purchased leads, institutional owners, records of the user, and single properties. */
export function ExcludeGroup({ criteria, onChange }: ExcludeProps) {
  const excludedCount = criteria.exclude?.propertyIds?.length ?? 0
  return (
    <>
      <CheckBox
        label="Exclude purchased leads"
        checked={criteria.exclude?.delivered ?? true}
        onChange={(checked) =>
          onChange(setCriteriaValue(criteria, 'exclude', 'delivered', checked ? undefined : false))
        }
      />
      <CheckBox
        label="Exclude institutional owners"
        checked={criteria.exclude?.institutional ?? false}
        onChange={(checked) =>
          onChange(setCriteriaValue(criteria, 'exclude', 'institutional', checked ? true : undefined))
        }
      />
      {exclusionKeys.map((key) => (
        <ExcludedRecords key={key} recordKey={key} criteria={criteria} onChange={onChange} />
      ))}
      {excludedCount > 0 && (
        <Group gap={8} justify="space-between" wrap="nowrap" fz="sm" lh="18px">
          <span>{pluralize(excludedCount, 'property', 'properties')} excluded</span>
          <TextButton
            flex="none"
            aria-label={`Include ${pluralize(excludedCount, 'property', 'properties')}`}
            onClick={() => onChange(setCriteriaValue(criteria, 'exclude', 'propertyIds', undefined))}
          >
            Include
          </TextButton>
        </Group>
      )}
    </>
  )
}
