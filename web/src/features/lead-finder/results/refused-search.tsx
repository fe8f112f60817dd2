import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { Box, Button } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { removeRecords } from '../../../criteria/exclusions/exclusion-kinds.ts'
import { useMissingRecords } from '../../../criteria/exclusions/exclusions.data.ts'
import { getErrorMessage } from '../../../lib/api/errors.ts'
import { StateView } from '../../../ui/feedback/state-view.tsx'

type RefusedSearchProps = { error: Error; criteria: Criteria; onCriteriaChange: (criteria: Criteria) => void }

/** In place of map and table: why the server searches for none of these, with what helps instead of a retry. */
export function RefusedSearch({ error, criteria, onCriteriaChange }: RefusedSearchProps) {
  const missing = useMissingRecords(criteria)
  return (
    <Box role="alert" flex={1} mih={0} p={16} bg="var(--mantine-color-body)" style={{ overflowY: 'auto' }}>
      <StateView
        tone="bad"
        icon={TriangleAlert}
        title="These filters cannot be searched"
        text={getErrorMessage(error)}
        action={
          missing.length > 0 && (
            <Button onClick={() => onCriteriaChange(removeRecords(criteria, missing))}>
              {missing.length === 1 ? 'Remove it from the filters' : 'Remove them from the filters'}
            </Button>
          )
        }
      />
    </Box>
  )
}
