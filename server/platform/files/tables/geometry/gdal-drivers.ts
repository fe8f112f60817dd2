import type { FileFormat } from '@dooryard/contract/data/sources/source-document'

// Rows are written as CSV.
const output = 'CSV'

const driversByFormat: Partial<Record<FileFormat, readonly string[]>> = {
  GEOJSON: ['GeoJSON', 'GeoJSONSeq', 'ESRIJSON', 'TopoJSON'],
  SHAPEFILE: ['ESRI Shapefile'],
  FILE_GEODATABASE: ['OpenFileGDB'],
  GEOPACKAGE: ['GPKG'],
  FLATGEOBUF: ['FlatGeobuf'],
}

// All that this build of GDAL has. Some, such as VRT, open other files of the machine that a file names.
const allDrivers = `
PCIDSK, PDS4, VICAR, PDF, MBTiles, ESRI Shapefile, MapInfo File, UK .NTF, LVBAG, OGR_SDTS, S57, DGN, OGR_VRT,
Memory, CSV, GML, GPX, KML, GeoJSON, GeoJSONSeq, ESRIJSON, TopoJSON, OGR_GMT, GPKG, SQLite, WAsP, OpenFileGDB,
DXF, CAD, FlatGeobuf, Geoconcept, GeoRSS, VFK, PGDUMP, OSM, OGR_PDS, EDIGEO, SVG, Idrisi, ODS, XLSX, SXF,
Selafin, JML, VDV, MVT, MapML, GTFS, PMTiles, JSONFG, TIGER, AVCBin, AVCE00, VRT, DERIVED, GTiff, COG, NITF,
RPFTOC, ECRGTOC, HFA, SAR_CEOS, CEOS, JAXAPALSAR, GFF, ELAS, ESRIC, AIG, AAIGrid, GRASSASCIIGrid, ISG, SDTS,
DTED, PNG, JPEG, MEM, JDEM, GIF, BIGGIF, ESAT, BSB, XPM, BMP, DIMAP, AirSAR, RS2, SAFE, PCRaster, ILWIS, SGI,
SRTMHGT, Leveller, Terragen, ISIS3, ISIS2, PDS, TIL, ERS, L1B, FIT, GRIB, RMF, MSGN, RST, GSAG, GSBG, GS7BG,
COSAR, TSX, COASP, R, MAP, KMLSUPEROVERLAY, WEBP, Rasterlite, CALS, WMTS, SENTINEL2, MRF, PNM, DOQ1, DOQ2,
PAux, MFF, MFF2, GSC, FAST, BT, LAN, CPG, NDF, EIR, DIPEx, LCP, GTX, LOSLAS, NTv2, CTable2, ACE2, SNODAS, KRO,
ROI_PAC, RRASTER, BYN, NOAA_B, NSIDCbin, ARG, RIK, USGSDEM, GXF, NWT_GRD, NWT_GRC, ADRG, SRP, BLX, SAGA, XYZ,
HF2, OZI, CTG, ZMap, NGSGEOID, IRIS, PRF, SIGDEM, TGA, STACTA, STACIT, GenBin, ENVI, EHdr, ISCE, Zarr,
GNMFile, GNMDatabase
`

/** GDAL's list of the drivers that it must not use: all but those of the format. It separates names by commas. */
export function listSkippedDrivers(format: FileFormat): string {
  const allowed = new Set([output, ...(driversByFormat[format] ?? [])])
  const names = allDrivers.split(/[,\n]/).map((name) => name.trim())
  return names.filter((name) => name !== '' && !allowed.has(name)).join(',')
}
