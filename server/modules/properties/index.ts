// Property data: importing county datasets (rolls), searching and counting properties, the map, buyers, addresses.
// Tables: rolls, sources, source_versions, county_setups, county_setup_files, county_setup_tables, county_setup_checks, gazetteers, dataset_refreshes, dataset_versions, owner_reveals, name_searches, buyer_lists, buyer_list_entries; in ClickHouse properties, sales, transfers, addresses, outlines, gazetteer_points, gazetteer_ranges, place_counts, house_prices.
// Jobs: receive-county-file, read-county-file, propose-county-source, count-county-joins, check-county-setup, import-roll, import-gazetteer, refresh-dataset. Schedule: maintain-county-setups, queue-refreshes, notify-of-waiting-versions, purge-version-files, purge-owner-reveals, purge-name-searches.
// Routes: /v1/properties, /v1/owner-reveals, /v1/addresses, /v1/buyers, /v1/buyer-lists, /v1/filters, /v1/coverage; /v1/admin/rolls, /v1/admin/sources, /v1/admin/county-setups, /v1/admin/gazetteers, /v1/admin/datasets; /map/base.pmtiles.
// Start with search/search-properties.ts (search), search/compile/compile-criteria.ts (criteria to SQL),
// rolls/import-roll.ts (import) and sources/compile/compile-source.ts (a source's document to the readers of its rows).

export { type BatchLoader, createBatchLoader } from '../../platform/files/native/batch-loader.ts'
export { type Columns, column } from '../../platform/files/native/column-batch.ts'
export { instant, lowCardinality, text, uint64 } from '../../platform/files/native/column-types.ts'
export { normalizeMailbox, normalizeZip } from './addresses/address-words.ts'
export { type FoundProperties, findListedProperties, type ListedProperties } from './addresses/mailboxes.queries.ts'
export { countySetupSchedule, countySetupTasks } from './county-setup/county-setups.routes.ts'
export { demoAreaCodes } from './demo/counties.ts'
export { countDemoRows, demoContactSource, loadDemo } from './demo/load-demo.ts'
export { type MapWriting, removeDemoMap, startDemoMap } from './demo/map/demo-map.ts'
export { toPropertyId } from './derive/ids.ts'
export { toTitleCase } from './derive/names/name-case.ts'
export { type PersonName, parseOwnerPeople } from './derive/names/person-names.ts'
export { joinOwnerNames, toOwnerKey } from './derive/owner-names.ts'
export { serveBaseMap } from './places/base-map/base-map.routes.ts'
export { importMap } from './places/base-map/import/import-map.ts'
export { listMapParts, removeMapParts } from './places/base-map/import/parts/map-parts.ts'
export { type BaseMap, getBaseMapFile, openBaseMap } from './places/base-map/serve/base-map.ts'
export { getCountyName } from './places/county-names.ts'
export { describeLocated, runImportGazetteer } from './places/gazetteer/gazetteer-imports.ts'
export { loadGazetteer } from './places/gazetteer/load-gazetteer.ts'
export { preloadPlaces } from './places/list-places.ts'
export { findProvince, findStateCode, getCountyState } from './places/states.ts'
export { propertyRoutes } from './properties.routes.ts'
export { maskLeadOwner } from './records/owners/mask-owner.ts'
export { limitNameSearches } from './records/owners/name-searches.routes.ts'
export type { OwnerLookup } from './records/owners/owner-lookup.ts'
export { deleteUserRevealsAndBuyerLists } from './records/owners/owner-reveals.queries.ts'
export { type OwnerAccess, presentRows } from './records/owners/present-owners.ts'
export { propertySchedule } from './records/owners/reveal-owner.ts'
export { countKnownOwners, getParcelOwners } from './records/owners.queries.ts'
export type { AssessmentField, SelectedLead } from './records/present-property.ts'
export { findProperties, findProperty } from './records/properties.queries.ts'
export { importRoll, toFiles } from './rolls/import-roll.ts'
export { requireAvailableName } from './rolls/name-conflict.ts'
export type { Progress } from './rolls/read/read-roll.ts'
export { refreshSchedule, refreshTasks } from './rolls/refresh/refresh.jobs.ts'
export { acceptWaiting } from './rolls/refresh/refresh-dataset.job.ts'
export { type RefreshResult, refreshFromLocations } from './rolls/refresh/refresh-from-locations.ts'
export { runImportRoll } from './rolls/roll-imports.ts'
export type { RollReport } from './rolls/roll-report.ts'
export { getRollStats, hasRolls } from './rolls/rolls.queries.ts'
export { buildMatchingSql, type MatchingSql } from './search/compile/matching-sql.ts'
export type { LeadKeys, OwnLeads, SuppressedProperties } from './search/compile/own-leads.ts'
export type { GetOwnLeads, OwnLeadsQuery, Selection } from './search/compile/selection.ts'
export { bumpDataVersion, readDataVersion } from './search/data-version.queries.ts'
export type { PropertyStoreDeps } from './search/data-version-cache.ts'
export { type RankedLead, readLeads } from './search/leads.queries.ts'
export {
  distinctKeysSql,
  isNamedSql,
  type LeadRequirement,
  selectLeads,
  type TakenLead,
} from './search/select-leads.queries.ts'
export { excludesDelivered, toCriteria, toCriteriaColumns, toCriteriaSummary } from './search/stored-criteria.ts'
export { nameGenericSource } from './sources/generic-source.ts'
export { describeProposal } from './sources/propose/shell/describe-proposal.ts'
export { proposeFromFiles } from './sources/propose/shell/propose-from-files.ts'
export { listSourceDocuments, resolveSource, type VersionedSource } from './sources/resolve-source.ts'
export { findShippedSource } from './sources/shipped-sources.ts'
export { parseSourceFile, planVersion, requireUsable } from './sources/stored/save-source.ts'
export { loadPriceIndex } from './valuation/price-index/load-price-index.ts'
