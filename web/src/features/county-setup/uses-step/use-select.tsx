import { assetClasses, assetSubGroups } from '@dooryard/contract/api/enums'
import { Use } from '@dooryard/contract/data/sources/source-document'
import { assetClassBySubGroup, assetUseTypes, subGroupByUseType } from '@dooryard/contract/properties/asset-use-types'
import { Select } from '@mantine/core'

const findSubGroup = (use: Use) =>
  assetSubGroups.values.find((one) => one === use) ??
  subGroupByUseType[assetUseTypes.values.find((one) => one === use) ?? 'DETACHED_HOUSE']

const formatUse = (use: Use) => {
  const subGroup = assetSubGroups.values.find((one) => one === use)
  const useType = assetUseTypes.values.find((one) => one === use)
  return subGroup ? assetSubGroups.label(subGroup) : useType ? assetUseTypes.label(useType) : use
}

/** Property types by their category. */
const groups = Object.entries(
  Object.groupBy(Use.options, (use) => assetClasses.label(assetClassBySubGroup[findSubGroup(use)])),
).map(([group, uses = []]) => ({ group, items: uses.map((use) => ({ value: use, label: formatUse(use) })) }))

type UseSelectProps = {
  label: string
  placeholder?: string
  value: Use | null
  onChange: (use: Use | undefined) => void
}

/** Chooses a property type by typing some of its name. */
export const UseSelect = ({ label, placeholder = 'Select a property type', value, onChange }: UseSelectProps) => (
  <Select
    aria-label={label}
    placeholder={placeholder}
    data={groups}
    value={value}
    onChange={(next) => onChange(Use.options.find((use) => use === next))}
    searchable
    clearable
    clearButtonProps={{ 'aria-label': `Clear: ${label}` }}
    nothingFoundMessage="No property types found"
    limit={60}
  />
)
