import type { Property } from '@dooryard/contract/properties/properties'
import { buildRecordGroups } from '../../entities/property/property-facts.ts'
import { Sources } from '../../entities/property/property-signals.tsx'
import { DescriptionList } from '../../ui/display/description-list.tsx'
import { DetailGroup } from '../../ui/overlay/detail-drawer.tsx'
import classes from './property.module.css'
import { PropertySection } from './property-section.tsx'

/** The facts as the county datasets have them, each group with its sources; the owner has a section of its own. */
export const FactsSection = ({ property }: { property: Property }) => (
  <PropertySection id="facts" title="Facts and sources">
    <div className={classes.groups}>
      {buildRecordGroups(property).map(({ title, facts, sources }) => (
        <DetailGroup key={title} title={title}>
          <Sources sources={sources} />
          <DescriptionList items={facts} />
        </DetailGroup>
      ))}
    </div>
  </PropertySection>
)
