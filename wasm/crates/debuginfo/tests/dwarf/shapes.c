/* Every shape that a C struct can have. Compiled with debug information it is the input; compiled
 * and run it prints the truth: `struct NAME BYTES`, and for each member
 * `member STRUCT PATH OFFSET_BITS SIZE_BITS`, by offsetof and sizeof; for a bit-field by setting
 * it to all ones and looking which bits of the memory are set. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum colour { RED, GREEN, BLUE };
struct only_declared;

struct scalars {
	char c; short s; char c2; int i; char c3; long l; char c4; long long ll;
	_Bool b; float f; double d; long double ld; unsigned char uc; __int128 big;
	float _Complex fc; double _Complex dc; enum colour e; void *p;
};

struct derived {
	const char *const name; int (*callback)(struct derived *, int, ...); char text[3];
	int matrix[2][3]; const volatile int cv; int *pointers[4]; int (*to_array)[5];
	struct only_declared *opaque; struct derived *self; _Atomic int atomic;
};

struct pair { short a; char b; };
struct nested { char c; struct pair inner; struct pair many[3]; struct { int x; char y; } unnamed_type; };

struct anonymous {
	char c;
	union { int i; struct { short lo; short hi; }; double d; };
	struct { char x; long y; };
};

union choice { int i; char bytes[7]; double d; struct pair p; };

struct bits {
	unsigned a : 3; unsigned b : 5; unsigned c : 30; int d : 7;
	_Bool e : 1; unsigned char f : 4; unsigned long long g : 40; unsigned short h : 9;
	enum colour k : 2; long tail;
};
struct bits_closed { unsigned a : 3; unsigned : 0; unsigned b : 3; unsigned : 5; unsigned c : 3; };
struct bits_after { char c; unsigned a : 4; char d; unsigned long long w : 33; };
struct __attribute__((packed)) bits_packed { unsigned a : 3; unsigned b : 30; unsigned c : 31; char d; unsigned e : 5; };
union bits_union { unsigned a : 3; unsigned long long b : 50; };
struct bits_anonymous { int before; struct { unsigned a : 6; unsigned b : 11; }; };

struct __attribute__((packed)) packed { char c; int i; short s; long l; };
struct packed_inside { char c; struct packed p; long l; };
struct __attribute__((packed)) unpacked_inside { char c; struct pair p; struct { int x; char y; } q; };
struct __attribute__((packed, aligned(4))) packed_aligned { char c; long l; char d; };
struct member_packed { char c; int i __attribute__((packed)); long l; };

struct member_aligned { int a; int b __attribute__((aligned(64))); int c; int d __attribute__((aligned(64))); };
struct __attribute__((aligned(32))) type_aligned { char c; };
struct holds_aligned { char c; struct type_aligned t; };
typedef int int16_aligned __attribute__((aligned(16)));
struct typedef_aligned { char c; int16_aligned t; };

struct flexible { int count; char c; long data[]; };
struct zero_length { int count; int marker[0]; char rest[5]; };
struct empty { };
struct holds_empty { int a; struct empty e; struct empty many[2]; int b; };

typedef struct { int x; struct { char c; } deep; } named_by_typedef;
typedef union { int x; char c[6]; } union_by_typedef;
struct holds_typedef { char c; named_by_typedef t; union_by_typedef u; };

typedef int vec4 __attribute__((vector_size(16)));
struct vector { char c; vec4 v; };

struct far_away { char big[70000]; int beyond; unsigned bit : 3; unsigned other : 9; };

struct scalars v_scalars; struct derived *v_derived; struct nested v_nested;
struct anonymous v_anonymous; union choice v_choice; struct bits v_bits;
struct bits_closed v_bits_closed; struct bits_after v_bits_after; struct bits_packed v_bits_packed;
union bits_union v_bits_union; struct bits_anonymous v_bits_anonymous; struct packed v_packed;
struct packed_inside v_packed_inside; struct unpacked_inside v_unpacked_inside;
struct packed_aligned v_packed_aligned; struct member_packed v_member_packed;
struct member_aligned v_member_aligned; struct type_aligned v_type_aligned;
struct holds_aligned v_holds_aligned; struct typedef_aligned v_typedef_aligned;
struct flexible v_flexible; struct zero_length v_zero_length; struct empty v_empty;
struct holds_empty v_holds_empty; struct holds_typedef v_holds_typedef; struct vector v_vector;
struct far_away v_far_away;

#define SIZE(type, name) printf("struct %s %zu\n", name, sizeof(type))
#define MEMBER(type, name, path) \
	printf("member %s %s %zu %zu\n", name, #path, offsetof(type, path) * 8, sizeof(((type *)0)->path) * 8)
#define OPEN_END(type, name, path) printf("member %s %s %zu 0\n", name, #path, offsetof(type, path) * 8)
#define BITS(type, name, path) do { \
		static type value; memset(&value, 0, sizeof value); value.path = -1; \
		set_bits(name, #path, (const unsigned char *)&value, sizeof value); \
	} while (0)

static void set_bits(const char *name, const char *path, const unsigned char *bytes, size_t size)
{
	size_t first = 0, count = 0;
	for (size_t bit = 0; bit < size * 8; bit++)
		if (bytes[bit / 8] >> (bit % 8) & 1) {
			if (!count)
				first = bit;
			count++;
		}
	printf("member %s %s %zu %zu\n", name, path, first, count);
}

int main(void)
{
	struct local { char c; int i; } v_local = { 1, 2 };
	printf("member local c %zu 8\nmember local i %zu 32\n", offsetof(struct local, c) * 8,
	       offsetof(struct local, i) * 8 + 0 * v_local.c);
	SIZE(struct local, "local");
#define M(path) MEMBER(struct scalars, "scalars", path);
	SIZE(struct scalars, "scalars");
	M(c) M(s) M(c2) M(i) M(c3) M(l) M(c4) M(ll) M(b) M(f) M(d) M(ld) M(uc) M(big) M(fc) M(dc) M(e) M(p)
#undef M
#define M(path) MEMBER(struct derived, "derived", path);
	SIZE(struct derived, "derived");
	M(name) M(callback) M(text) M(matrix) M(cv) M(pointers) M(to_array) M(opaque) M(self) M(atomic)
#undef M
#define M(path) MEMBER(struct nested, "nested", path);
	SIZE(struct nested, "nested");
	SIZE(struct pair, "pair");
	M(c) M(inner) M(inner.a) M(inner.b) M(many) M(unnamed_type) M(unnamed_type.x) M(unnamed_type.y)
#undef M
#define M(path) MEMBER(struct anonymous, "anonymous", path);
	SIZE(struct anonymous, "anonymous");
	M(c) M(i) M(lo) M(hi) M(d) M(x) M(y)
#undef M
#define M(path) MEMBER(union choice, "choice", path);
	SIZE(union choice, "choice");
	M(i) M(bytes) M(d) M(p) M(p.b)
#undef M
#define B(path) BITS(struct bits, "bits", path);
	SIZE(struct bits, "bits");
	B(a) B(b) B(c) B(d) B(e) B(f) B(g) B(h) B(k) MEMBER(struct bits, "bits", tail);
#undef B
#define B(path) BITS(struct bits_closed, "bits_closed", path);
	SIZE(struct bits_closed, "bits_closed");
	B(a) B(b) B(c)
#undef B
#define B(path) BITS(struct bits_after, "bits_after", path);
	SIZE(struct bits_after, "bits_after");
	MEMBER(struct bits_after, "bits_after", c); B(a) MEMBER(struct bits_after, "bits_after", d); B(w)
#undef B
#define B(path) BITS(struct bits_packed, "bits_packed", path);
	SIZE(struct bits_packed, "bits_packed");
	B(a) B(b) B(c) MEMBER(struct bits_packed, "bits_packed", d); B(e)
#undef B
	SIZE(union bits_union, "bits_union");
	BITS(union bits_union, "bits_union", a); BITS(union bits_union, "bits_union", b);
	SIZE(struct bits_anonymous, "bits_anonymous");
	BITS(struct bits_anonymous, "bits_anonymous", a); BITS(struct bits_anonymous, "bits_anonymous", b);
#define M(path) MEMBER(struct packed, "packed", path);
	SIZE(struct packed, "packed");
	M(c) M(i) M(s) M(l)
#undef M
#define M(path) MEMBER(struct packed_inside, "packed_inside", path);
	SIZE(struct packed_inside, "packed_inside");
	M(c) M(p) M(p.l) M(l)
#undef M
#define M(path) MEMBER(struct unpacked_inside, "unpacked_inside", path);
	SIZE(struct unpacked_inside, "unpacked_inside");
	M(c) M(p) M(p.b) M(q) M(q.x) M(q.y)
#undef M
#define M(path) MEMBER(struct packed_aligned, "packed_aligned", path);
	SIZE(struct packed_aligned, "packed_aligned");
	M(c) M(l) M(d)
#undef M
#define M(path) MEMBER(struct member_packed, "member_packed", path);
	SIZE(struct member_packed, "member_packed");
	M(c) M(i) M(l)
#undef M
#define M(path) MEMBER(struct member_aligned, "member_aligned", path);
	SIZE(struct member_aligned, "member_aligned");
	M(a) M(b) M(c) M(d)
#undef M
	SIZE(struct type_aligned, "type_aligned");
	MEMBER(struct type_aligned, "type_aligned", c);
	SIZE(struct holds_aligned, "holds_aligned");
	MEMBER(struct holds_aligned, "holds_aligned", c);
	MEMBER(struct holds_aligned, "holds_aligned", t);
	SIZE(struct typedef_aligned, "typedef_aligned");
	MEMBER(struct typedef_aligned, "typedef_aligned", c);
	MEMBER(struct typedef_aligned, "typedef_aligned", t);
	SIZE(struct flexible, "flexible");
	MEMBER(struct flexible, "flexible", count);
	MEMBER(struct flexible, "flexible", c);
	OPEN_END(struct flexible, "flexible", data);
	SIZE(struct zero_length, "zero_length");
	MEMBER(struct zero_length, "zero_length", count);
	MEMBER(struct zero_length, "zero_length", marker);
	MEMBER(struct zero_length, "zero_length", rest);
	SIZE(struct empty, "empty");
	SIZE(struct holds_empty, "holds_empty");
	MEMBER(struct holds_empty, "holds_empty", e);
	MEMBER(struct holds_empty, "holds_empty", many);
	MEMBER(struct holds_empty, "holds_empty", b);
	SIZE(named_by_typedef, "named_by_typedef");
	MEMBER(named_by_typedef, "named_by_typedef", x);
	MEMBER(named_by_typedef, "named_by_typedef", deep);
	MEMBER(named_by_typedef, "named_by_typedef", deep.c);
	SIZE(union_by_typedef, "union_by_typedef");
	MEMBER(union_by_typedef, "union_by_typedef", c);
	SIZE(struct holds_typedef, "holds_typedef");
	MEMBER(struct holds_typedef, "holds_typedef", t);
	MEMBER(struct holds_typedef, "holds_typedef", u);
	SIZE(struct vector, "vector");
	MEMBER(struct vector, "vector", c);
	MEMBER(struct vector, "vector", v);
	SIZE(struct far_away, "far_away");
	MEMBER(struct far_away, "far_away", big);
	MEMBER(struct far_away, "far_away", beyond);
	BITS(struct far_away, "far_away", bit);
	BITS(struct far_away, "far_away", other);
	return 0;
}
