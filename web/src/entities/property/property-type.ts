import { assetClasses, assetSubGroups } from '@dooryard/contract/api/enums'
import type { PropertyRow } from '@dooryard/contract/properties/properties'
import { emptyValue } from '../../lib/format/format.ts'

/** `Single family`; the class where the type is unknown. */
export const formatPropertyType = ({ assetSubGroup, assetClass }: Pick<PropertyRow, 'assetSubGroup' | 'assetClass'>) =>
  assetSubGroup ? assetSubGroups.label(assetSubGroup) : assetClass ? assetClasses.label(assetClass) : emptyValue
