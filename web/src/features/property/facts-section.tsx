import type { Property } from '@dooryard/contract/properties/properties'
import { buildFactGroups } from '../../entities/property/property-facts.ts'
import { Sources } from '../../entities/property/property-signals.tsx'
import { DescriptionList } from '../../ui/display/description-list.tsx'
import { DetailGroup } from '../../ui/overlay/detail-drawer.tsx'
import classes from './property.module.css'
import { PropertySection } from './property-section.tsx'

/** All facts that no other section has, each group with the datasets it comes from. */
export const FactsSection = ({ property }: { property: Property }) => (
  <PropertySection id="facts" title="Facts and sources">
    <div className={classes.groups}>
      {buildFactGroups(property)
        .filter(({ title }) => title !== 'Owner')
        .map(({ title, facts, sources }) => (
          <DetailGroup key={title} title={title}>
            <Sources sources={sources} />
            <DescriptionList items={facts} />
          </DetailGroup>
        ))}
    </div>
  </PropertySection>
)
