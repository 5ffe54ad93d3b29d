/* Bytes that share the storage units of bit-fields. */
struct unit {
	char *name;
	unsigned long kind : 4;
	int count;
	long rest;
	unsigned int mode : 8;
	unsigned char step;
	unsigned char more;
	unsigned char final;
	unsigned int op : 8;
	unsigned char near;
	int tail;
	unsigned int last : 5;
} unit;
