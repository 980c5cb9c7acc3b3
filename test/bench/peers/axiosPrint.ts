// What a person would write to print a response: node axiosPrint.mjs ADDRESS
import axios from 'axios';

const { data } = await axios.get<unknown>(process.argv[2] ?? '');
console.log(JSON.stringify(data));
