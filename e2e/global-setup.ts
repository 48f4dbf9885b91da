import { prepareShop } from './prepared-shop.ts';

export default prepareShop;
