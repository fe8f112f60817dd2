import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { useCriterionLabels } from './criterion-labels.data.ts'
import { CriterionList } from './criterion-list.tsx'

export const CriteriaLabels = ({ criteria }: { criteria: Criteria }) => (
  <CriterionList labels={useCriterionLabels(criteria)} />
)
