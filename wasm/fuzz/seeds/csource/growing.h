typedef int t0;
typedef t0 t1;
typedef t1 t2[1];
typedef t2 t3[1];
struct s0 { int a; };
struct s1 { struct s0 a, b; };
struct s2 { struct s1 a, b; };
struct top {
#if !!((((1))))
	t3 a[1][1];
#endif
	struct { struct { struct s2 b; }; };
};
