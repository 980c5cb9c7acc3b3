import { requireDataset } from '#src/market/datasets/datasets';

/** The delivery areas of a year of prices. */
export const areas = 'NO1,NO2,NO3,NO4,NO5,SE1,SE2,SE3,SE4,FI,DK1,DK2,EE,LV,LT'.split(',');
export const prices = requireDataset('dayahead-prices');
